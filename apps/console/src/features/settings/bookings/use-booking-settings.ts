"use client";
import { useState } from "react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useDesk } from "../../session/desk.tsx";

export type BookingSettings = Outputs["staff"]["settings"]["bookings"]["get"];

/** The fields that people type. */
export const typed = [
  "bookingUndoMinutes",
  "bookingCancelMinutes",
  "bookingReminderHours",
] as const;
export type Typed = (typeof typed)[number];

type Shown = Record<Typed, string> & Pick<BookingSettings, "bookingLinks">;

const shownOf = (settings: BookingSettings): Shown => ({
  bookingUndoMinutes: String(settings.bookingUndoMinutes),
  bookingCancelMinutes: String(settings.bookingCancelMinutes),
  bookingReminderHours: String(settings.bookingReminderHours ?? ""),
  bookingLinks: settings.bookingLinks,
});

/** Without hours, no guest is reminded. The other settings need a number: the service refuses -1. */
function numberOf(name: Typed, text: string) {
  if (text === "" && name === "bookingReminderHours") return null;
  const number = Number(text || "-1");
  return Number.isNaN(number) ? -1 : number;
}

/** Returns the changed values. Text that is no number becomes one that the service refuses at its field. */
function wantedOf(known: Shown, shown: Shown): Partial<BookingSettings> {
  const numbers = typed
    .filter((name) => shown[name].trim() !== known[name])
    .map((name) => [name, numberOf(name, shown[name].trim())]);
  const { bookingLinks } = shown;
  return {
    ...Object.fromEntries(numbers),
    ...(bookingLinks === known.bookingLinks ? {} : { bookingLinks }),
  };
}

/** Returns the form's state. Saves only the changed values, so that concurrent changes by others stay. */
export function useBookingSettings(settings: BookingSettings) {
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [known, setKnown] = useState(() => shownOf(settings));
  const [shown, setShown] = useState(known);
  const isChanged = Object.keys(wantedOf(known, shown)).length > 0;
  useUnsaved(isChanged);
  const update = trpc.staff.settings.bookings.save.useMutation({
    onSuccess: () => utils.staff.settings.bookings.invalidate(),
  });
  const failed = update.error && failureOf(update.error);
  const save = () =>
    update.mutate(wantedOf(known, shown), {
      onSuccess: (after) => {
        setKnown(shownOf(after));
        setShown(shownOf(after));
      },
    });
  return {
    shown,
    change: (changes: Partial<Shown>) => setShown({ ...shown, ...changes }),
    save,
    wrong: useFieldWords(failed),
    form: {
      ...{ update, failed, isChanged },
      ref: useFocusWrong(failed),
      disabled: !may("staff.settings.bookings.save"),
    },
  };
}
