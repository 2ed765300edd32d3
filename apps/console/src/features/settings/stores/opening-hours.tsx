"use client";
import { Button, Checkbox } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import css from "../settings.module.css";
import { Spans, usual } from "./spans.tsx";

export type Hours = Outputs["staff"]["settings"]["stores"]["list"][number]["openingHours"];

const days = ["1", "2", "3", "4", "5", "6", "7"] as const;

type OpeningHoursProps = {
  value: Hours;
  failed: Failed | null;
  disabled: boolean;
  onChange: (hours: Hours) => void;
};

/** The opening times of each weekday. A day without times is closed. */
export function OpeningHours({ value, failed, disabled, onChange }: OpeningHoursProps) {
  const t = useTranslations("stores");
  const errorOf = useFieldWords(failed);
  return (
    <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0 }}>
      <Checkbox
        label={t("hoursWanted")}
        description={t("hoursHint")}
        checked={value !== null}
        mb="md"
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked ? Object.fromEntries(days.map((day) => [day, [usual]])) : null,
          )
        }
      />
      {value ? (
        <dl className={css.hours}>
          {days.map((day) => (
            <div key={day} style={{ display: "contents" }}>
              <dt>{t(`days.${day}`)}</dt>
              <dd>
                <Spans
                  name={t(`days.${day}`)}
                  field={`openingHours.${day}`}
                  value={value[day] ?? []}
                  disabled={disabled}
                  errorOf={errorOf}
                  onChange={(spans) => onChange({ ...value, [day]: spans })}
                >
                  {day === "1" ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() =>
                        onChange(Object.fromEntries(days.map((to) => [to, value[day] ?? []])))
                      }
                    >
                      {t("copyDay")}
                    </Button>
                  ) : null}
                </Spans>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </fieldset>
  );
}
