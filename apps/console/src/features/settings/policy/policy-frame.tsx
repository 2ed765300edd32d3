"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Submit } from "../../../ui/form/submit.tsx";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";

/** Saves a part of the merchant's policy. `wrong` gives the refusal of a field, in the person's language. */
export function usePolicyUpdate() {
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const update = trpc.staff.settings.policy.update.useMutation({
    onSuccess: () => utils.staff.settings.policy.invalidate(),
  });
  const failed = update.error && failureOf(update.error);
  return {
    update,
    failed,
    wrong: useFieldWords(failed),
    ref: useFocusWrong(failed),
    disabled: !may("staff.settings.policy.update"),
  };
}

type PolicyFrameProps = {
  form: ReturnType<typeof usePolicyUpdate>;
  /** Fields that show their own refusals; others are shown below. */
  fields: readonly string[];
  onSave: () => void;
  children: ReactNode;
};

/** The form around settings: says if they are read-only, shows the result of the last save. */
export function PolicyFrame({ form, fields, onSave, children }: PolicyFrameProps) {
  const t = useTranslations("settings");
  const { update, failed, ref, disabled } = form;
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {disabled ? <Notice tone="plain">{t("readOnly")}</Notice> : null}
      {children}
      <Unplaced failed={failed} fields={fields} />
      {update.isSuccess ? <Notice tone="good">{t("saved")}</Notice> : null}
      {disabled ? null : (
        <Submit loading={update.isPending} style={{ justifySelf: "start" }}>
          {t("save")}
        </Submit>
      )}
    </form>
  );
}
