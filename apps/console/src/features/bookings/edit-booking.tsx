"use client";
import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { doneOnce, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { readAgain } from "../../rpc/read-again.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Card } from "../../ui/card.tsx";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../ui/form/use-form.ts";
import { NearDay } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { Allowed } from "../session/allowed.tsx";
import { BookingState } from "./booking-card.tsx";
import { PhoneField, shownFields, TableFields, type Wish } from "./booking-fields.tsx";
import { editable } from "./booking-links.tsx";
import { SlotFull } from "./slot-full.tsx";
import type { Booking } from "./use-decisions.ts";

/** Moves a booking, or changes the party, the phone or the notes. */
export function EditBooking({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const { data, error, isFetchedAfterMount } = trpc.staff.bookings.get.useQuery({ id }, readAgain);
  const isReady = data && isFetchedAfterMount;
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t("editOne", { id: String(id) })} />
      {error ? <RefusedPage failed={failureOf(error)} list="/bookings" words="bookings" /> : null}
      {isReady || error ? null : <Skeletons count={3} height={96} />}
      <Allowed needs="staff.bookings.change">
        {isReady ? <ChangeForm booking={data} /> : null}
      </Allowed>
    </div>
  );
}

const wishOf = (booking: Booking): Wish => ({
  storeId: String(booking.store.id),
  date: booking.date,
  time: booking.time.slice(0, 5),
  numberOfPeople: String(booking.numberOfPeople),
  name: booking.user,
  phone: booking.phone,
  notes: booking.notes ?? "",
});

/** Returns the values that differ from those of the booking. */
function changesOf(given: Wish, booking: Booking) {
  const before = wishOf(booking);
  const changed = <Name extends keyof Wish>(name: Name) =>
    given[name] === before[name] ? null : given[name];
  const [storeId, people] = [changed("storeId"), changed("numberOfPeople")];
  return {
    storeId: storeId && Number(storeId),
    date: changed("date"),
    time: changed("time")?.slice(0, 5) ?? null,
    numberOfPeople: people === null ? null : Number(people) || 0,
    phone: changed("phone"),
    notes: changed("notes"),
  };
}

function ChangeForm({ booking: opened }: { booking: Booking }) {
  const t = useTranslations("bookings");
  const utils = trpc.useUtils();
  const router = useRouter();
  const api = useApi();
  /** The booking as the person has seen it. The query may read a newer one meanwhile. */
  const [seen, setSeen] = useState(opened);
  const form = useForm(() => wishOf(opened));
  const { given, change, isChanged, keep } = form;
  const work = useMutation({
    mutationFn: (ignoreCapacity: boolean) => {
      const { id, revision } = seen;
      return api.staff.bookings.change.mutate(
        { id, revision, ...changesOf(given, seen), ignoreCapacity },
        doneOnce(),
      );
    },
    onSuccess: () => {
      keep();
      router.push(`/bookings/${seen.id}`);
    },
    onError: async (error) => {
      if (failureOf(error).code !== "stale_revision") return;
      const latest = await utils.staff.bookings.get.fetch({ id: seen.id }, { staleTime: 0 });
      const [before, now] = [wishOf(seen), wishOf(latest)];
      // what a colleague changed comes into the fields that this person has not touched
      const names = Object.keys(now) as (keyof Wish)[];
      const untouched = names.filter((name) => given[name] === before[name]);
      change(Object.fromEntries(untouched.map((name) => [name, now[name]])));
      setSeen(latest);
    },
    onSettled: () => utils.staff.bookings.invalidate(),
  });
  const failed = work.error && failureOf(work.error);
  const isStale = failed?.code === "stale_revision";
  const { text, plain, errorOf } = useFields(form, failed);
  const isMovable = seen.status === "Requested" || seen.status === "Confirmed";
  return (
    <FormFrame
      submit={t("saveChanges")}
      isBusy={work.isPending}
      failed={isStale ? null : failed}
      isChanged={isChanged}
      isShownAtField={shownFields(isMovable).some((field) => errorOf(field) !== null)}
      backHref={`/bookings/${seen.id}`}
      onSubmit={() => work.mutate(false)}
    >
      {editable.has(seen.status) ? null : <Notice tone="warn">{t("notEditable")}</Notice>}
      <TableFields text={text} plain={plain} isMovable={isMovable} />
      <Card title={t("who")}>
        <Stack gap="md">
          <p style={{ margin: 0 }}>
            <bdi>{seen.customer?.name || seen.user}</bdi>
          </p>
          <PhoneField text={text} />
        </Stack>
      </Card>
      <SlotFull failed={failed} isBusy={work.isPending} onAnyway={() => work.mutate(true)} />
      {isStale && seen !== opened ? <ChangedMeanwhile booking={seen} /> : null}
    </FormFrame>
  );
}

/** Says that a colleague has changed the booking since the form opened, and how it is now. */
function ChangedMeanwhile({ booking }: { booking: Booking }) {
  const t = useTranslations("bookings");
  const { decidedBy, date, time, numberOfPeople, store, status } = booking;
  return (
    <Notice tone="bad" code="stale_revision">
      <p>
        <strong>
          {t.rich("changedMeanwhile", {
            name:
              decidedBy?.kind === "guest" ? t("guest") : (decidedBy?.name ?? decidedBy?.id ?? ""),
            bdi: (words) => <bdi>{words}</bdi>,
          })}
        </strong>{" "}
        {t("saveAgain")}
      </p>
      <p>
        {t("isNow")}: <NearDay on={date} today={date} /> {time.slice(0, 5)},{" "}
        {t("people", { count: numberOfPeople })}, <bdi>{store.name}</bdi>{" "}
        <BookingState status={status} />
      </p>
    </Notice>
  );
}
