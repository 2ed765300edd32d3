"use client";
import { Checkbox, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import fields from "../../../ui/form/form.module.css";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import {
  type BookingSettings,
  type Typed,
  typed,
  useBookingSettings,
} from "./use-booking-settings.ts";

/** How long a step of a booking can be undone, what guests can do by a link, and when they are reminded. */
export function BookingSettingsForm() {
  const t = useTranslations("bookingSettings");
  const { data, error } = trpc.staff.settings.bookings.get.useQuery();
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? <Fields settings={data} /> : error ? null : <Skeletons count={3} height={60} />}
    </>
  );
}

function Fields({ settings }: { settings: BookingSettings }) {
  const t = useTranslations("bookingSettings");
  const { shown, change, save, wrong, form } = useBookingSettings(settings);
  const number = (name: Typed) => (
    <TextInput
      label={t(name)}
      description={t(`${name}Hint`)}
      inputMode="numeric"
      autoComplete="off"
      value={shown[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      error={wrong(name)}
      disabled={form.disabled}
      inputWrapperOrder={hintBelow}
    />
  );
  return (
    <SettingsFrame form={form} fields={typed} onSave={save}>
      <Card title={t("steps")}>
        <div className={fields.pairs}>{number("bookingUndoMinutes")}</div>
      </Card>
      <Card title={t("links")}>
        <div className={fields.pairs}>
          <div className={fields.whole}>
            <Checkbox
              label={t("bookingLinks")}
              description={t("bookingLinksHint")}
              checked={shown.bookingLinks}
              onChange={({ currentTarget }) => change({ bookingLinks: currentTarget.checked })}
              disabled={form.disabled}
            />
          </div>
          {number("bookingCancelMinutes")}
        </div>
      </Card>
      <Card title={t("reminders")}>
        <div className={fields.pairs}>{number("bookingReminderHours")}</div>
      </Card>
    </SettingsFrame>
  );
}
