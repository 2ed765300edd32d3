"use client";
import { SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";

/** Beneath the field: two beside each other stay on one line, however long their hints are. */
export const hintBelow: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];

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
        inputWrapperOrder={hintBelow}
      />
      <TextInput
        type="date"
        label={t("endDate")}
        description={t("endDateHint")}
        value={value.endDate}
        onChange={({ currentTarget }) => onChange({ endDate: currentTarget.value })}
        error={errorOf("endDate")}
        inputWrapperOrder={hintBelow}
      />
    </SimpleGrid>
  );
}
