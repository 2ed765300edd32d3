"use client";
import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { DateField } from "../../ui/form/date-field.tsx";
import { hintBelow } from "../../ui/form/hint-below.ts";

export type Period = { startDate: string; endDate: string };

type PeriodFieldsProps = {
  /** The group of messages whose hints explain an empty field. */
  words?: "catalogue" | "codes";
  value: Period;
  onChange: (changes: Partial<Period>) => void;
  errorOf: (field: string) => string | null;
};

/** The first and last day. An empty field means no limit. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { words = "catalogue", value, onChange, errorOf } = props;
  const ofCatalogue = useTranslations("catalogue");
  const ofCodes = useTranslations("codes");
  const t = words === "codes" ? ofCodes : ofCatalogue;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DateField
        label={t("startDate")}
        description={t("startDateHint")}
        value={value.startDate}
        onChange={(startDate) => onChange({ startDate })}
        error={errorOf("startDate")}
        inputWrapperOrder={hintBelow}
      />
      <DateField
        label={t("endDate")}
        description={t("endDateHint")}
        value={value.endDate}
        onChange={(endDate) => onChange({ endDate })}
        error={errorOf("endDate")}
        inputWrapperOrder={hintBelow}
      />
    </SimpleGrid>
  );
}
