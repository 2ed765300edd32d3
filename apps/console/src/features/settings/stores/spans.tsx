"use client";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { TimeField } from "../../../ui/form/time-field.tsx";
import css from "../settings.module.css";

/** From when until when a store is open. */
export type Span = { from: string; to: string };

export const usual: Span = { from: "09:00", to: "21:00" };

type SpansProps = {
  /** The day, for screen readers. */
  name: string;
  /** The field of the list, such as `openingHours.1`. */
  field: string;
  value: readonly Span[];
  disabled: boolean;
  errorOf: (field: string) => string | null;
  onChange: (spans: Span[]) => void;
  /** Further buttons beside the one that adds hours. */
  children?: ReactNode;
};

/** The opening times of one day. A day without times is closed. */
export function Spans(props: SpansProps) {
  const { name, field, value, disabled, errorOf, onChange, children } = props;
  const t = useTranslations("stores");
  const put = (place: number, part: Partial<Span>) =>
    onChange(value.map((span, index) => (index === place ? { ...span, ...part } : span)));
  const rows = value.map((span, place) => ({ span, place }));
  return (
    <>
      {rows.map(({ span, place }) => (
        <div key={place} className={css.span}>
          {(["from", "to"] as const).map((end) => (
            <TimeField
              key={end}
              className={css.time}
              aria-label={t(end, { day: name })}
              value={span[end]}
              error={errorOf(`${field}.${place}.${end}`)}
              onChange={(time) => put(place, { [end]: time })}
            />
          ))}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`${t("removeHours")}: ${name} ${span.from}`}
            onClick={() => onChange(value.filter((_, index) => index !== place))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <span className={css.closed}>
        {value.length ? null : t("dayClosed")}
        {disabled ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t("addHours")}: ${name}`}
            onClick={() => onChange([...value, usual])}
          >
            {t("addHours")}
          </Button>
        )}
        {disabled ? null : children}
      </span>
    </>
  );
}
