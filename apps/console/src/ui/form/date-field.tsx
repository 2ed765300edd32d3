"use client";
import "@mantine/dates/styles.css";
import "dayjs/locale/id";
import { DateInput, type DateInputProps } from "@mantine/dates";
import { useFormatter, useLocale, useTranslations } from "use-intl/react";
import { readDay } from "./read-day.ts";

type DateFieldProps = Omit<DateInputProps, "value" | "onChange" | "clearable"> & {
  /** The day, `YYYY-MM-DD`; empty for none. */
  value: string;
  onChange: (day: string) => void;
  /** Whether there is always a day, so that the field cannot be emptied. */
  isSet?: boolean;
};

/** A field for a date, to type or to choose in a calendar, in the page's language. */
export function DateField({ value, onChange, isSet = false, ...rest }: DateFieldProps) {
  const t = useTranslations("dates");
  const locale = useLocale();
  const format = useFormatter();
  const step = (unit: "Month" | "Year" | "Decade") => ({
    [`next${unit}`]: t(`next${unit}`),
    [`previous${unit}`]: t(`previous${unit}`),
  });
  return (
    <DateInput
      value={value || null}
      onChange={(day) => onChange(day ?? "")}
      clearable={!isSet}
      // a refused field gets the focus, and the calendar would cover the reason
      popoverProps={{ position: rest.error ? "top-start" : "bottom-start" }}
      clearButtonProps={{ "aria-label": t("clear"), "aria-hidden": false, tabIndex: 0 }}
      locale={locale}
      valueFormat={(day) =>
        format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: "UTC", dateStyle: "medium" })
      }
      dateParser={(text) => readDay(text, locale)}
      ariaLabels={{
        monthLevelControl: t("toYear"),
        yearLevelControl: t("toDecade"),
        ...step("Month"),
        ...step("Year"),
        ...step("Decade"),
      }}
      // a finger chooses in the calendar, which a keyboard on the screen would cover
      onTouchStart={({ currentTarget }) => currentTarget.setAttribute("inputmode", "none")}
      {...rest}
    />
  );
}
