"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { addDays, isDay, nowIn } from "../../ui/days.ts";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../ui/form/use-form.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { NoStore } from "../session/no-store.tsx";
import { type Guest, GuestFields, shownFields, TableFields, type Wish } from "./booking-fields.tsx";
import { SlotFull } from "./slot-full.tsx";

const QUARTER = 15;

/**
 * Returns the next full quarter of an hour, which has not passed when the form is sent.
 */
function nextQuarter(now: string) {
  const [hours = 0, minutes = 0] = now.slice(11, 16).split(":").map(Number);
  const next = (Math.floor((hours * 60 + minutes) / QUARTER) + 1) * QUARTER;
  const two = (number: number) => String(number).padStart(2, "0");
  const day = now.slice(0, 10);
  if (next >= 24 * 60) return { date: addDays(day, 1), time: "00:00" };
  return { date: day, time: `${two(Math.floor(next / 60))}:${two(next % 60)}` };
}

/**
 * Books a table for a guest who phones, or seats guests who have come (`?seat=now`). A customer in the address
 * is picked already.
 */
export function NewBooking() {
  const t = useTranslations("bookings");
  const { get } = useAddress();
  const { store } = useDesk();
  const isWalkIn = get("seat") === "now";
  const customerId = Number(get("customer")) || null;
  const { data, error } = trpc.staff.customers.get.useQuery(
    { customerId: customerId ?? 0 },
    { enabled: customerId !== null },
  );
  const known = data?.customer ?? null;
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t(isWalkIn ? "walkIn" : "add")} />
      {store ? null : <NoStore />}
      {error ? <RefusedPage failed={failureOf(error)} list="/customers" words="customers" /> : null}
      {store && customerId !== null && !known && !error ? (
        <Skeletons count={3} height={96} />
      ) : null}
      {store && (customerId === null || known) ? (
        <BookingForm
          key={known?.id}
          storeId={store.id}
          timezone={store.timezone}
          known={known}
          isWalkIn={isWalkIn}
        />
      ) : null}
    </div>
  );
}

type Sent = Wish & { readonly customerId: number | null; readonly ignoreCapacity: boolean };
type BookingFormProps = {
  storeId: number;
  timezone: string;
  known: Guest | null;
  isWalkIn: boolean;
};

function BookingForm({ storeId, timezone, known, isWalkIn }: BookingFormProps) {
  const t = useTranslations("bookings");
  const { get } = useAddress();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [guest, setGuest] = useState(known);
  // The phone number that came from the last picked customer. Any other number in the field was typed.
  const [filled, setFilled] = useState(known?.mobileNumber ?? "");
  const form = useForm((): Wish => {
    const soon = nextQuarter(nowIn(timezone));
    const day = get("day");
    return {
      storeId: String(storeId),
      ...soon,
      ...(isDay(day) && day > soon.date ? { date: day, time: "" } : {}),
      numberOfPeople: "2",
      name: known?.name ?? "",
      phone: known?.mobileNumber ?? "",
      notes: "",
    };
  });
  const { given, isChanged, keep, change } = form;
  const work = useOnce({
    send: (api, { date, time, ...wish }: Sent, options) => {
      const party = {
        ...wish,
        name: wish.name.trim() || (isWalkIn ? t("walkIn") : ""),
        storeId: Number(wish.storeId),
        numberOfPeople: Number(wish.numberOfPeople),
      };
      return isWalkIn
        ? api.staff.bookings.addWalkIn.mutate(party, options)
        : api.staff.bookings.add.mutate({ ...party, date, time: time.slice(0, 5) }, options);
    },
    onSuccess: async ({ id }) => {
      keep();
      await Promise.all([
        utils.staff.bookings.invalidate(),
        utils.staff.customers.bookings.invalidate(),
      ]);
      router.push(isWalkIn ? "/bookings" : `/bookings/${id}`);
    },
  });
  const send = (ignoreCapacity: boolean) =>
    work.mutate({ ...given, customerId: guest?.id ?? null, ignoreCapacity });
  const failed = work.error && failureOf(work.error);
  const { text, plain, errorOf } = useFields(form, failed);
  // a walk-in has no field for the time, on which a full slot is refused
  const isShownBelow = isWalkIn && failed?.code === "booking_slot_full";

  function pick(customer: Guest | null) {
    setGuest(customer);
    if (!customer) return;
    // a customer without a phone number keeps the typed one
    const typed = given.phone === filled ? "" : given.phone;
    setFilled(customer.mobileNumber ?? "");
    change({ name: customer.name, phone: customer.mobileNumber ?? typed });
  }

  return (
    <FormFrame
      submit={t(isWalkIn ? "seatNow" : "save")}
      isBusy={work.isPending}
      failed={failed}
      isChanged={isChanged}
      isShownAtField={
        isShownBelow || shownFields(!isWalkIn).some((field) => errorOf(field) !== null)
      }
      backHref={known ? `/customers/${known.id}` : "/bookings"}
      onSubmit={() => send(false)}
    >
      {isWalkIn ? <TableFields text={text} plain={plain} isMovable={false} /> : null}
      <GuestFields
        text={text}
        guest={guest}
        onPick={pick}
        error={errorOf("customerId")}
        {...(isWalkIn ? { placeholder: t("walkIn") } : {})}
      />
      {isWalkIn ? null : <TableFields text={text} plain={plain} />}
      <SlotFull
        failed={failed}
        withRefusal={isShownBelow}
        isBusy={work.isPending}
        onAnyway={() => send(true)}
      />
    </FormFrame>
  );
}
