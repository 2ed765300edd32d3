"use client";
import { Button, Group, TextInput } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { Notice } from "../../ui/notice.tsx";
import css from "../../ui/ui.module.css";
import { TemplateSelect } from "../catalogue/template-select.tsx";
import { useDesk } from "../session/desk.tsx";
import { ReasonForm } from "./reason-form.tsx";

type MembershipActionsProps = { id: number; isBlocked: boolean };

/** Changes that a manager can make by hand; each is recorded with its reason. */
export function MembershipActions({ id, isBlocked }: MembershipActionsProps) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<"stamps" | "voucher" | "block" | null>(null);
  const [delta, setDelta] = useState("");
  const [templateId, setTemplateId] = useState("");
  const onSuccess = () => {
    setAsking(null);
    setDelta("");
    setTemplateId("");
    return utils.staff.customers.invalidate();
  };
  const adjust = useOnce({
    send: (api, input: { customerId: number; delta: number; reason: string }, options) =>
      api.staff.customers.adjustStamps.mutate(input, options),
    onSuccess,
  });
  const block = trpc.staff.customers.block.useMutation({ onSuccess });
  const issue = useOnce({
    send: (api, input: { customerId: number; templateId: number; reason: string }, options) =>
      api.staff.customers.issueVoucher.mutate(input, options),
    onSuccess,
  });
  const adjustFailed = adjust.error && failureOf(adjust.error);
  const issueFailed = issue.error && failureOf(issue.error);
  const deltaError = useFieldWords(adjustFailed)("delta");
  const templateError = useFieldWords(issueFailed)("templateId");
  const issued = issue.data?.voucher;
  if (!may("staff.customers.adjustStamps") && !may("staff.customers.block")) return null;
  return (
    <Card title={t("change")}>
      {asking === null ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsking("stamps")}>
            {t("adjust")}
          </Button>
          {may("staff.customers.issueVoucher") ? (
            <Button
              variant="default"
              onClick={() => {
                issue.reset();
                setAsking("voucher");
              }}
            >
              {t("issue")}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setAsking("block")}>
            {t(isBlocked ? "unblock" : "block")}
          </Button>
        </Group>
      ) : null}
      {asking === "stamps" ? (
        <ReasonForm
          submit={t("adjust")}
          isBusy={adjust.isPending}
          failed={adjustFailed}
          isShownAtField={deltaError !== null}
          onBack={() => setAsking(null)}
          onSubmit={(reason) => adjust.mutate({ customerId: id, delta: Number(delta), reason })}
        >
          <TextInput
            label={t("delta")}
            description={t("deltaHint")}
            value={delta}
            onChange={({ currentTarget }) => setDelta(currentTarget.value)}
            pattern="[+\-]?[0-9]+"
            error={deltaError}
            required
            withAsterisk={false}
            autoFocus
            autoComplete="off"
          />
        </ReasonForm>
      ) : null}
      {asking === "voucher" ? (
        <ReasonForm
          submit={t("issue")}
          isBusy={issue.isPending}
          failed={issueFailed}
          isShownAtField={templateError !== null}
          onBack={() => setAsking(null)}
          onSubmit={(reason) =>
            issue.mutate({ customerId: id, templateId: Number(templateId), reason })
          }
        >
          <TemplateSelect
            label={t("template")}
            value={templateId}
            onChange={setTemplateId}
            error={templateError}
            autoFocus
          />
        </ReasonForm>
      ) : null}
      {issued && asking === null ? (
        <div style={{ marginTop: 12 }}>
          <Notice tone="good">
            {t("issued")}{" "}
            <Link className={css.link} href={`/vouchers/${issued.id}`}>
              <bdi>{issued.code}</bdi>
            </Link>
          </Notice>
        </div>
      ) : null}
      {asking === "block" ? (
        <ReasonForm
          submit={t(isBlocked ? "unblock" : "block")}
          isBusy={block.isPending}
          failed={block.error && failureOf(block.error)}
          onBack={() => setAsking(null)}
          onSubmit={(reason) => block.mutate({ customerId: id, isBlocked: !isBlocked, reason })}
        />
      ) : null}
    </Card>
  );
}
