"use client";
import { NativeSelect, Pill, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { hintBelow } from "../../ui/form/hint-below.ts";
import { TimeField } from "../../ui/form/time-field.tsx";
import type { useFields } from "../../ui/form/use-form.ts";
import picker from "../parts/customer-picker.module.css";
import { CustomerPicker } from "../parts/customer-picker.tsx";
import { useDesk } from "../session/desk.tsx";

/** The values that staff enter for a new booking. */
export type Wish = {
  storeId: string;
  date: string;
  time: string;
  numberOfPeople: string;
  name: string;
  phone: string;
  notes: string;
};

/** The fields that a form shows. Only a booking that may move has a store, a day and a time. */
export const shownFields = (isMovable: boolean): readonly string[] => [
  ...["numberOfPeople", "name", "phone", "notes", "customerId"],
  ...(isMovable ? ["storeId", "date", "time"] : []),
];

/** The customer chosen for the booking. */
export type Guest = {
  readonly id: number;
  readonly name: string;
  readonly mobileNumber: string | null;
};

type FieldsProps = { text: ReturnType<typeof useFields<Wish>>["text"] };
type TableFieldsProps = FieldsProps & {
  plain: ReturnType<typeof useFields<Wish>>["plain"];
  /** Whether the booking may move: to another store, day or time. */
  isMovable?: boolean;
};

type GuestFieldsProps = FieldsProps & {
  guest: Guest | null;
  onPick: (customer: Guest | null) => void;
  error: string | null;
  /** The name of guests who give none. A name is needed without it. */
  placeholder?: string;
};

/** The guest's phone number. */
export function PhoneField({ text }: FieldsProps) {
  const t = useTranslations("bookings");
  return (
    <TextInput
      type="tel"
      label={t("phone")}
      description={t("phoneHint")}
      {...text("phone")}
      inputWrapperOrder={hintBelow}
      maxLength={mostOf.code}
    />
  );
}

/** Fields for the guest: a customer from the search, or any person with a name. */
export function GuestFields({ text, guest, onPick, error, placeholder = "" }: GuestFieldsProps) {
  const t = useTranslations("bookings");
  return (
    <Card title={t("who")}>
      <Stack gap="md">
        <CustomerPicker
          label={t("customer")}
          description={t("customerHint")}
          error={error}
          onPick={onPick}
          without={guest ? [guest] : []}
        />
        {guest ? (
          <ul className={picker.chosen} aria-label={t("customer")}>
            <li>
              <Pill
                size="lg"
                withRemoveButton
                onRemove={() => onPick(null)}
                removeButtonProps={{
                  "aria-label": t("without", { name: guest.name }),
                  "aria-hidden": false,
                  tabIndex: 0,
                }}
              >
                <bdi>{guest.name}</bdi>
              </Pill>
            </li>
          </ul>
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t("name")}
            {...text("name")}
            required={!placeholder}
            withAsterisk={false}
            maxLength={mostOf.code}
            placeholder={placeholder}
          />
          <PhoneField text={text} />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}

/** The store, the day and time, the number of people, and the notes. */
export function TableFields({ text, plain, isMovable = true }: TableFieldsProps) {
  const t = useTranslations("bookings");
  const { stores } = useDesk();
  return (
    <Card title={t("table")}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {isMovable ? (
            <NativeSelect
              label={t("store")}
              {...text("storeId")}
              data={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          ) : null}
          <TextInput
            label={t("party")}
            {...text("numberOfPeople")}
            inputMode="numeric"
            pattern="[0-9]*"
            required
            withAsterisk={false}
          />
          {isMovable ? (
            <>
              <DateField label={t("day")} {...plain("date")} required withAsterisk={false} isSet />
              <TimeField
                label={t("time")}
                description={t("timeHint")}
                {...plain("time")}
                required
                withAsterisk={false}
                inputWrapperOrder={hintBelow}
              />
            </>
          ) : null}
        </SimpleGrid>
        <Textarea
          label={t("notes")}
          {...text("notes")}
          maxLength={mostOf.notes}
          autosize
          minRows={2}
          maxRows={6}
        />
      </Stack>
    </Card>
  );
}
