"use client";
import { Pill, Stack, TextInput } from "@mantine/core";
import { mostOf, SHORTEST_REASON } from "@stampbook/core/limits";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAddress } from "../../ui/use-address.ts";
import picker from "../parts/customer-picker.module.css";
import { CustomerPicker, type FoundCustomer } from "../parts/customer-picker.tsx";
import { TemplateSelect } from "../parts/template-select.tsx";
import { type Chosen, IssuedVouchers } from "./issued-vouchers.tsx";

type Wish = { templateId: number; customerIds: number[]; reason: string };

/** Returns the chosen customers and the reason, and the call that issues the vouchers. */
function useIssue(templateId: string) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [reason, setReason] = useState("");
  const work = useOnce({
    send: (api, input: Wish, options) => api.staff.catalogue.issueVouchers.mutate(input, options),
    onSuccess: () =>
      Promise.all([
        utils.staff.customers.invalidate(),
        utils.staff.vouchers.invalidate(),
        utils.staff.till.invalidate(),
      ]),
  });
  const [isMissing, setMissing] = useState(false);

  function add(customer: FoundCustomer) {
    const { id } = customer;
    const name = nameOf(customer) || `#${id}`;
    setMissing(false);
    setChosen((before) =>
      before.length >= mostOf.issued || before.some((one) => one.id === id)
        ? before
        : [...before, { id, name }],
    );
  }

  function submit() {
    if (!chosen.length) setMissing(true);
    else
      work.mutate({
        templateId: Number(templateId),
        customerIds: chosen.map(({ id }) => id),
        reason,
      });
  }

  function reset() {
    setChosen([]);
    setReason("");
    work.reset();
  }

  return {
    work,
    chosen,
    setChosen,
    reason,
    setReason,
    isMissing,
    add,
    submit,
    reset,
  };
}

/** Issues a voucher of one template to each chosen customer, all or none. */
export function IssueVouchers() {
  const t = useTranslations("issue");
  const { get } = useAddress();
  const [templateId, setTemplateId] = useState(() => get("template"));
  const issue = useIssue(templateId);
  const { work, chosen, reason } = issue;
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  if (work.data)
    return <IssuedVouchers vouchers={work.data.vouchers} chosen={chosen} onAgain={issue.reset} />;
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t("title")} />
      <FormFrame
        submit={t("submit", { count: chosen.length })}
        isBusy={work.isPending}
        failed={failed}
        isChanged={chosen.length > 0 || reason !== ""}
        isShownAtField={["templateId", "customerIds", "reason"].some(
          (field) => errorOf(field) !== null,
        )}
        backHref={
          templateId
            ? `/catalogue/voucher-templates?open=${templateId}`
            : "/catalogue/voucher-templates"
        }
        onSubmit={issue.submit}
      >
        <Card>
          <Stack gap="md">
            <TemplateSelect
              label={t("template")}
              value={templateId}
              onChange={setTemplateId}
              error={errorOf("templateId")}
              autoFocus={templateId === ""}
            />
            <CustomerPicker
              label={t("customers")}
              description={t("customersHint")}
              error={issue.isMissing ? t("nobody") : errorOf("customerIds")}
              onPick={issue.add}
              without={chosen}
              autoFocus={templateId !== ""}
            />
            <ChosenCustomers chosen={chosen} onChange={issue.setChosen} />
            <TextInput
              label={t("reason")}
              description={t("reasonHint")}
              value={reason}
              onChange={({ currentTarget }) => issue.setReason(currentTarget.value)}
              error={errorOf("reason")}
              minLength={SHORTEST_REASON}
              maxLength={mostOf.reason}
              autoComplete="off"
            />
          </Stack>
        </Card>
      </FormFrame>
    </div>
  );
}

type ChosenCustomersProps = {
  chosen: readonly Chosen[];
  onChange: (step: (chosen: readonly Chosen[]) => readonly Chosen[]) => void;
};

/** The chosen customers; each can be removed. */
function ChosenCustomers({ chosen, onChange }: ChosenCustomersProps) {
  const t = useTranslations("issue");
  if (!chosen.length) return null;
  return (
    <ul className={picker.chosen} aria-label={t("chosen", { count: chosen.length })}>
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <Pill
            size="lg"
            withRemoveButton
            removeButtonProps={{
              "aria-label": t("remove", { name }),
              "aria-hidden": false,
              tabIndex: 0,
            }}
            onRemove={() => onChange((before) => before.filter((one) => one.id !== id))}
          >
            {name}
          </Pill>
        </li>
      ))}
    </ul>
  );
}
