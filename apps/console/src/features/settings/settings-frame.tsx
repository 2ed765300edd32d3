"use client";
import type { ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import bar from "../../ui/form/form.module.css";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./settings.module.css";
import { Unplaced } from "./unplaced.tsx";

type SettingsFrameProps = {
  form: {
    readonly update: { readonly isSuccess: boolean; readonly isPending: boolean };
    /** Whether any value differs from the last saved one. */
    readonly isChanged: boolean;
    readonly failed: Failed | null;
    readonly ref: RefObject<HTMLFormElement | null>;
    /** Whether this person may only read the settings. */
    readonly disabled: boolean;
  };
  /** Fields that show their own refusals. The refusals of other fields are shown below the fields. */
  fields: readonly string[];
  /** Whether another form on the page says that the settings are read-only. */
  isSaidElsewhere?: boolean;
  onSave: () => void;
  children: ReactNode;
};

/**
 * The form around settings. Shows whether the settings are read-only, and the result of the last save until
 * a value is changed again.
 */
export function SettingsFrame({
  form,
  fields,
  isSaidElsewhere = false,
  onSave,
  children,
}: SettingsFrameProps) {
  const t = useTranslations("settings");
  const { update, isChanged, failed, ref, disabled } = form;
  return (
    <Form ref={ref} className={css.form} onSubmit={() => onSave()}>
      {disabled && !isSaidElsewhere ? <Notice tone="plain">{t("readOnly")}</Notice> : null}
      {children}
      <Unplaced failed={failed} fields={fields} />
      {update.isSuccess && !isChanged ? <Notice tone="good">{t("saved")}</Notice> : null}
      {disabled ? null : (
        <div className={bar.bar}>
          <Submit loading={update.isPending}>{t("save")}</Submit>
        </div>
      )}
    </Form>
  );
}
