"use client";
import { Button, Pill, Stack, TextInput } from "@mantine/core";
import { mostOf, SHORTEST_REASON } from "@stampbook/core/limits";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { FormFrame } from "../../ui/form-frame.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { TemplateSelect } from "../catalogue/template-select.tsx";
import picker from "../customers/customer-picker.module.css";
import { CustomerPicker } from "../customers/customer-picker.tsx";

type Wish = { templateId: number; customerIds: number[]; reason: string };
type Chosen = { readonly id: number; readonly name: string };

/** Issues a voucher of one template to each chosen customer, all or none. */
export function IssueVouchers() {
  const t = useTranslations("issue");
  const { get } = useAddress();
  const utils = trpc.useUtils();
  const [templateId, setTemplateId] = useState(() => get("template"));
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
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  const [isMissing, setMissing] = useState(false);

  function add({ id, name }: Chosen) {
    setMissing(false);
    setChosen((before) =>
      before.length >= mostOf.issued || before.some((one) => one.id === id)
        ? before
        : [...before, { id, name }],
    );
  }

  function onSubmit() {
    if (!chosen.length) setMissing(true);
    else
      work.mutate({
        templateId: Number(templateId),
        customerIds: chosen.map(({ id }) => id),
        reason,
      });
  }

  if (work.data)
    return (
      <Stack maw={720}>
        <PageTitle title={t("title")} />
        <Notice tone="good">
          <p>
            <strong>{t("done", { count: work.data.vouchers.length })}</strong>
          </p>
        </Notice>
        <div className={css.tableBox}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t("customer")}</th>
                <th scope="col">{t("voucher")}</th>
              </tr>
            </thead>
            <tbody>
              {work.data.vouchers.map(({ id, code, customerId }) => (
                <tr key={id}>
                  <td>
                    <Link className={css.link} href={`/customers/${customerId}?tab=vouchers`}>
                      <bdi>{chosen.find((one) => one.id === customerId)?.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    <Link className={css.link} href={`/vouchers/${id}`}>
                      <bdi>{code}</bdi>
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <Button
            variant="default"
            onClick={() => {
              setChosen([]);
              setReason("");
              work.reset();
            }}
          >
            {t("again")}
          </Button>
        </div>
      </Stack>
    );
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
        onSubmit={onSubmit}
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
              error={isMissing ? t("nobody") : errorOf("customerIds")}
              onPick={add}
              without={chosen}
              autoFocus={templateId !== ""}
            />
            {chosen.length ? (
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
                      onRemove={() => setChosen((before) => before.filter((one) => one.id !== id))}
                    >
                      {name}
                    </Pill>
                  </li>
                ))}
              </ul>
            ) : null}
            <TextInput
              label={t("reason")}
              description={t("reasonHint")}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
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
