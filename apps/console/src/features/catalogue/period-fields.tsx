"use client";
import { SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";

export type Period = { startDate: string; endDate: string };

type PeriodFieldsProps = {
  value: Period;
  onChange: (changes: Partial<Period>) => void;
  errorOf: (field: string) => string | null;
};

/** From which day through which; an empty one is no bound. */
export function PeriodFields({ value, onChange, errorOf }: PeriodFieldsProps) {
  const t = useTranslations("catalogue");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="date"
        label={t("startDate")}
        description={t("startDateHint")}
        value={value.startDate}
        onChange={({ currentTarget }) => onChange({ startDate: currentTarget.value })}
        error={errorOf("startDate")}
      />
      <TextInput
        type="date"
        label={t("endDate")}
        description={t("endDateHint")}
        value={value.endDate}
        onChange={({ currentTarget }) => onChange({ endDate: currentTarget.value })}
        error={errorOf("endDate")}
      />
    </SimpleGrid>
  );
}
