"use client";
import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { TimeField } from "../../../ui/form/time-field.tsx";
import css from "../settings.module.css";

export type Hours = Outputs["staff"]["settings"]["stores"]["list"][number]["openingHours"];

const days = ["1", "2", "3", "4", "5", "6", "7"] as const;
const usual = { from: "09:00", to: "21:00" };

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
  const setDay = (day: string, spans: (typeof usual)[]) => onChange({ ...value, [day]: spans });
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
          {days.map((day) => {
            const name = t(`days.${day}`);
            const spans = value[day] ?? [];
            const rows = spans.map((span, place) => ({ span, place }));
            const put = (place: number, part: Partial<typeof usual>) =>
              setDay(
                day,
                spans.map((span, index) => (index === place ? { ...span, ...part } : span)),
              );
            return (
              <div key={day} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>
                  {rows.map(({ span, place }) => (
                    <div key={place} className={css.span}>
                      {(["from", "to"] as const).map((end) => (
                        <TimeField
                          key={end}
                          className={css.time}
                          aria-label={t(end, { day: name })}
                          value={span[end]}
                          error={errorOf(`openingHours.${day}.${place}.${end}`)}
                          onChange={(time) => put(place, { [end]: time })}
                        />
                      ))}
                      <ActionIcon
                        variant="default"
                        size={36}
                        aria-label={`${t("removeHours")}: ${name} ${span.from}`}
                        onClick={() =>
                          setDay(
                            day,
                            spans.filter((_, index) => index !== place),
                          )
                        }
                      >
                        <IconX size={16} aria-hidden />
                      </ActionIcon>
                    </div>
                  ))}
                  <span className={css.closed}>
                    {spans.length ? null : t("dayClosed")}
                    {disabled ? null : (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={`${t("addHours")}: ${name}`}
                        onClick={() => setDay(day, [...spans, usual])}
                      >
                        {t("addHours")}
                      </Button>
                    )}
                    {day === "1" && !disabled ? (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        onClick={() => onChange(Object.fromEntries(days.map((to) => [to, spans])))}
                      >
                        {t("copyDay")}
                      </Button>
                    ) : null}
                  </span>
                </dd>
              </div>
            );
          })}
        </dl>
      ) : null}
    </fieldset>
  );
}
