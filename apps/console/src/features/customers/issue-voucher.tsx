"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { ReasonForm } from "../parts/reason-form.tsx";
import { TemplateSelect } from "../parts/template-select.tsx";

type Issue = { customerId: number; templateId: number; reason: string };

/**
 * Returns the state of the form. The page keeps this state while the form is closed. If a call gets no
 * response, the next try sends the same idempotency key, even if the form was closed in between.
 */
export function useIssueVoucher(onDone: () => void) {
  const utils = trpc.useUtils();
  const [templateId, setTemplateId] = useState("");
  const work = useOnce({
    send: (api, input: Issue, options) => api.staff.customers.issueVoucher.mutate(input, options),
    onSuccess: () => {
      setTemplateId("");
      onDone();
      return utils.staff.customers.invalidate();
    },
  });
  return { templateId, setTemplateId, work };
}

type IssueVoucherProps = {
  id: number;
  state: ReturnType<typeof useIssueVoucher>;
  onClose: () => void;
};

/** Issues a voucher of a template to one customer. */
export function IssueVoucher({ id, state, onClose }: IssueVoucherProps) {
  const t = useTranslations("customers");
  const { templateId, setTemplateId, work } = state;
  const failed = work.error && failureOf(work.error);
  const error = useFieldWords(failed)("templateId");
  return (
    <ReasonForm
      submit={t("issue")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={error !== null}
      onBack={onClose}
      onSubmit={(reason) => work.mutate({ customerId: id, templateId: Number(templateId), reason })}
    >
      <TemplateSelect
        label={t("template")}
        value={templateId}
        onChange={setTemplateId}
        error={error}
        autoFocus
      />
    </ReasonForm>
  );
}
