"use client";
import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../ui/form/use-form.ts";
import { useDesk } from "../session/desk.tsx";
import { linesOf, PersonFields } from "./person-fields.tsx";

type Profile = Outputs["staff"]["customers"]["get"];

const statuses = [
  [100, "active"],
  [200, "inactive"],
  [300, "suspended"],
] as const;

/** For each kind of marketing: the customer's field, and the message key of the field's label. */
const consents = [
  ["allowNewsletters", "newsletters"],
  ["allowSmsMarketing", "smsMarketing"],
  ["allowWhatsappMarketing", "whatsappMarketing"],
] as const;

const fresh = ({ customer, otherMemberIds, notes, membership, consents }: Profile) => ({
  name: customer.name,
  email: customer.email ?? "",
  mobileNumber: customer.mobileNumber ?? "",
  memberId: customer.memberId ?? "",
  otherMemberIds: otherMemberIds.join("\n"),
  gender: customer.gender,
  birthday: customer.birthday ?? "",
  address: customer.address,
  notes,
  isActive: customer.isActive,
  level: String(membership.level),
  status: String(membership.status),
  tags: membership.tags.join(", "),
  allowNewsletters: consents.newsletters,
  allowSmsMarketing: consents.smsMarketing,
  allowWhatsappMarketing: consents.whatsappMarketing,
});
type Given = ReturnType<typeof fresh>;

/** Converts a form's texts to the service's input. */
function asInput({ level, status, tags, birthday, otherMemberIds, ...given }: Given) {
  return {
    ...given,
    otherMemberIds: linesOf(otherMemberIds),
    birthday: birthday || null,
    level: Number(level),
    status: statuses.find(([number]) => String(number) === status)?.[0],
    tags: tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

/** Returns only the changed fields, so that concurrent changes by others stay. */
function changesOf(before: Given, given: Given) {
  const was = asInput(before);
  const changes: Partial<typeof was> = asInput(given);
  for (const field of Object.keys(was) as (keyof typeof was)[])
    if (String(was[field]) === String(changes[field])) delete changes[field];
  return changes;
}

/** Edits a customer; each error is shown at its field. */
export function CustomerForm({ profile }: { profile: Profile }) {
  const t = useTranslations("customers");
  const { id } = profile.customer;
  const { levels } = useDesk().me;
  const utils = trpc.useUtils();
  const router = useRouter();
  // changes are relative to the values the person saw, not to data reloaded later
  const [known] = useState(() => fresh(profile));
  const form = useForm(() => known);
  const { given, change, isChanged, keep } = form;
  const work = trpc.staff.customers.edit.useMutation({
    onSuccess: async () => {
      keep();
      await Promise.all([utils.staff.customers.invalidate(), utils.staff.till.invalidate()]);
      router.push(`/customers/${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const { isShownAtField, ...fields } = useFields(form, failed);
  const { text } = fields;
  return (
    <FormFrame
      submit={t("save")}
      isBusy={work.isPending}
      failed={failed}
      isChanged={isChanged}
      isShownAtField={isShownAtField}
      backHref={`/customers/${id}`}
      onSubmit={() => work.mutate({ customerId: id, ...changesOf(known, given) })}
    >
      <PersonFields fields={fields} />
      <Card title={t("membership")}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t("level")}
              {...text("level")}
              data={levels.map(({ level, name }) => ({ value: String(level), label: name }))}
            />
            <NativeSelect
              label={t("status")}
              {...text("status")}
              data={statuses.map(([number, name]) => ({ value: String(number), label: t(name) }))}
            />
          </SimpleGrid>
          <TextInput label={t("tags")} description={t("tagsHint")} {...text("tags")} />
          <Checkbox
            label={t("mayRedeem")}
            description={t("mayRedeemHint")}
            checked={given.isActive}
            onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
          />
        </Stack>
      </Card>
      <Card title={t("marketing")}>
        <Stack gap="md">
          {consents.map(([field, kind]) => (
            <Checkbox
              key={field}
              label={t(`mayGet.${kind}`)}
              checked={given[field]}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
            />
          ))}
        </Stack>
      </Card>
    </FormFrame>
  );
}
