"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import css from "../../ui/ui.module.css";
import { AuditGiven } from "./audit-given.tsx";
import { toldBy } from "./changes.ts";
import { useValueWords } from "./use-value-words.ts";

type AuditChangesProps = {
  action: string;
  details: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
};
type Field = "name";

/** A row shows at most this many vouchers, and this many changes, so that the next row stays in view. */
const MOST = 6;

/** The changes of an audit record: each old value, if the record has it, and the new one. */
export function AuditChanges({ action, details, names }: AuditChangesProps) {
  const t = useTranslations("audit");
  const fields = useTranslations("audit.fields");
  const format = useFormatter();
  const wordsOf = useValueWords();
  const told = toldBy(action, details);
  return (
    <>
      <AuditGiven details={details} names={names} most={MOST} />
      {told.slice(0, MOST).map(({ field, from, to }) => {
        const name = fields.has(field as Field) ? fields(field as Field) : field;
        const now = wordsOf(field, to);
        const was = from === undefined ? null : wordsOf(field, from);
        const change = was === null || now === null ? now : `${was} → ${now}`;
        return (
          <div key={field} className={css.small}>
            {field === "delta" && typeof to === "number" ? (
              t("stampsDelta", {
                delta: format.number(to, { signDisplay: "always" }),
                count: to,
              })
            ) : (
              <bdi>{change === null ? name : `${name}: ${change}`}</bdi>
            )}
          </div>
        );
      })}
      {told.length > MOST ? (
        <div className={`${css.quiet} ${css.small}`}>
          {t("more", { count: told.length - MOST })}
        </div>
      ) : null}
    </>
  );
}
