"use client";
import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { FormFrame } from "../../ui/form-frame.tsx";
import { useDesk } from "../session/desk.tsx";

type Profile = Outputs["staff"]["customers"]["get"];

const statuses = [
  [100, "active"],
  [200, "inactive"],
  [300, "suspended"],
] as const;

const fresh = ({ customer, membership }: Profile) => ({
  name: customer.name,
  email: customer.email ?? "",
  mobileNumber: customer.mobileNumber ?? "",
  memberId: customer.memberId ?? "",
  gender: customer.gender,
  birthday: customer.birthday ?? "",
  address: customer.address,
  isActive: customer.isActive,
  level: String(membership.level),
  status: String(membership.status),
  tags: membership.tags.join(", "),
});
type Given = ReturnType<typeof fresh>;

/** A form's texts as the service takes them. */
function asInput({ level, status, tags, birthday, ...given }: Given) {
  return {
    ...given,
    birthday: birthday || null,
    level: Number(level),
    status: statuses.find(([number]) => String(number) === status)?.[0],
    tags: tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

/** Only what differs: what somebody else changed meanwhile stays. */
function changesOf(before: Given, given: Given) {
  const was = asInput(before);
  const changes: Partial<typeof was> = asInput(given);
  for (const field of Object.keys(was) as (keyof typeof was)[])
    if (String(was[field]) === String(changes[field])) delete changes[field];
  return changes;
}

/** Changes a customer; what is wrong stands at its field. */
export function CustomerForm({ of }: { of: Profile }) {
  const t = useTranslations("customers");
  const { id } = of.customer;
  const { levels } = useDesk().me;
  const utils = trpc.useUtils();
  const router = useRouter();
  const [given, setGiven] = useState(() => fresh(of));
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = trpc.staff.customers.edit.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.staff.customers.invalidate(), utils.staff.till.invalidate()]);
      router.push(`/customers/${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  const text = (field: "name" | "email" | "mobileNumber" | "memberId" | "gender") => ({
    value: given[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [field]: currentTarget.value }),
    error: errorOf(field),
    autoComplete: "off",
  });
  return (
    <FormFrame
      submit={t("save")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={Object.keys(given).some((field) => errorOf(field) !== null)}
      backHref={`/customers/${id}`}
      onSubmit={() => work.mutate({ customerId: id, ...changesOf(fresh(of), given) })}
    >
      <Card title={t("person")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            {...text("name")}
            required
            withAsterisk={false}
            maxLength={255}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t("email")}
              // not type="email": the service knows which addresses it takes, and says so at the field
              inputMode="email"
              {...text("email")}
              maxLength={255}
            />
            <TextInput
              type="tel"
              label={t("mobile")}
              description={t("mobileHint")}
              {...text("mobileNumber")}
              maxLength={40}
              inputWrapperOrder={["label", "input", "description", "error"]}
            />
            <TextInput label={t("member")} {...text("memberId")} maxLength={255} />
            <TextInput
              type="date"
              label={t("birthday")}
              value={given.birthday}
              onChange={({ currentTarget }) => change({ birthday: currentTarget.value })}
              error={errorOf("birthday")}
            />
            <TextInput label={t("gender")} {...text("gender")} maxLength={40} />
          </SimpleGrid>
          <Textarea
            label={t("address")}
            value={given.address}
            onChange={({ currentTarget }) => change({ address: currentTarget.value })}
            error={errorOf("address")}
            maxLength={1_000}
            autosize
            minRows={2}
            maxRows={6}
          />
        </Stack>
      </Card>
      <Card title={t("membership")}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t("level")}
              value={given.level}
              onChange={({ currentTarget }) => change({ level: currentTarget.value })}
              error={errorOf("level")}
              data={levels.map(({ level, name }) => ({ value: String(level), label: name }))}
            />
            <NativeSelect
              label={t("status")}
              value={given.status}
              onChange={({ currentTarget }) => change({ status: currentTarget.value })}
              error={errorOf("status")}
              data={statuses.map(([number, name]) => ({ value: String(number), label: t(name) }))}
            />
          </SimpleGrid>
          <TextInput
            label={t("tags")}
            description={t("tagsHint")}
            value={given.tags}
            onChange={({ currentTarget }) => change({ tags: currentTarget.value })}
            error={errorOf("tags")}
            autoComplete="off"
          />
          <Checkbox
            label={t("mayRedeem")}
            description={t("mayRedeemHint")}
            checked={given.isActive}
            onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
          />
        </Stack>
      </Card>
    </FormFrame>
  );
}
