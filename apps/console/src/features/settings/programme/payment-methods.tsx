"use client";
import { Checkbox, Group, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useFields, useForm } from "../../../ui/form/use-form.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import ui from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";

type Method = Outputs["staff"]["programme"]["paymentMethods"]["list"][number];

function useSave(onSaved: () => void = () => {}) {
  const utils = trpc.useUtils();
  return trpc.staff.programme.paymentMethods.save.useMutation({
    onSuccess: () => {
      onSaved();
      return utils.staff.programme.paymentMethods.invalidate();
    },
  });
}

/** The payment methods, each with the choice whether payments by it earn stamps. */
export function PaymentMethods({ methods }: { methods: readonly Method[] }) {
  const t = useTranslations("programme");
  const { may } = useDesk();
  return (
    <div className={css.form}>
      <Card title={t("methods")}>
        <p className={ui.quiet}>{t("methodsLead")}</p>
        {methods.length ? (
          <ul className={css.rows}>
            {methods.map((method) => (
              <MethodRow key={method.code} method={method} />
            ))}
          </ul>
        ) : null}
        {may("staff.programme.paymentMethods.save") ? <NewMethod methods={methods} /> : null}
      </Card>
    </div>
  );
}

function MethodRow({ method }: { method: Method }) {
  const t = useTranslations("programme");
  const { may } = useDesk();
  const save = useSave();
  return (
    <li>
      <span>
        <strong>
          <bdi>{method.name}</bdi>
        </strong>{" "}
        <bdi className={ui.quiet}>{method.code}</bdi>
      </span>
      <Checkbox
        label={t("earns")}
        aria-label={t("earnsBy", { name: method.name })}
        checked={save.isPending ? save.variables.earns : method.earns}
        onChange={({ currentTarget }) => save.mutate({ ...method, earns: currentTarget.checked })}
        disabled={!may("staff.programme.paymentMethods.save")}
      />
      {save.error ? <Refusal failed={failureOf(save.error)} /> : null}
    </li>
  );
}

/**
 * A form for a new method. Refuses the code of an existing method, because saving would change that method.
 */
function NewMethod({ methods }: { methods: readonly Method[] }) {
  const t = useTranslations("programme");
  const form = useForm(() => ({ code: "", name: "" }));
  const { given, change, isChanged } = form;
  useUnsaved(isChanged);
  const save = useSave(() => change({ code: "", name: "" }));
  const failed = save.error && failureOf(save.error);
  const { text, errorOf, isShownAtField } = useFields(form, failed);
  const ref = useFocusWrong(failed);
  const key = given.code.trim().toUpperCase();
  const isTaken = methods.some(({ code }) => code.toUpperCase() === key);
  return (
    <Form
      ref={ref}
      style={{ marginTop: 16 }}
      onSubmit={() => {
        if (!isTaken) save.mutate({ ...given, earns: true });
      }}
    >
      <Group align="start" gap="sm">
        <TextInput
          label={t("methodCode")}
          {...text("code")}
          error={isTaken ? t("codeTaken") : errorOf("code") && t("codeMissing")}
        />
        <TextInput label={t("methodName")} {...text("name")} />
      </Group>
      {failed && !isShownAtField ? <Refusal failed={failed} /> : null}
      {save.isSuccess && !isChanged ? <Notice tone="good">{t("methodAdded")}</Notice> : null}
      <Submit variant="default" loading={save.isPending} mt="sm">
        {t("addMethod")}
      </Submit>
    </Form>
  );
}
