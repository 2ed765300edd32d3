"use client";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { More } from "../../ui/list/more.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { Timeline } from "../../ui/object/timeline.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { bookedUntil, loadedUntil, mergeLoaded } from "./activity.ts";
import {
  bookingEvent,
  levelEvent,
  redemptionEvents,
  stampEvent,
  useEventWords,
} from "./activity-events.tsx";

type Loading = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Loads pages of a list, one after another, while `isNeeded`. Stops after an error. */
function useMorePages(
  { hasNextPage, isFetching, isError, fetchNextPage }: Loading,
  isNeeded: boolean,
) {
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNeeded, hasNextPage, isFetching, isError, fetchNextPage]);
}

/** A customer's events, newest first: stamps, redemptions, levels and bookings. */
export function ActivityTimeline({ id }: { id: number }) {
  const t = useTranslations("history");
  const { customers } = trpc.staff;
  const of = { customerId: id };
  const ledger = customers.ledger.useInfiniteQuery(of, byPages);
  const redemptions = customers.redemptions.useInfiniteQuery(of, byPages);
  const levels = customers.levels.useInfiniteQuery(of, byPages);
  const bookings = customers.bookings.useInfiniteQuery(of, byPages);
  const booked = bookedUntil(bookings);
  // with visits still to come, the next page may have the last booking that was made
  const isAhead = booked !== null && Date.parse(booked) > Date.now();
  useMorePages(bookings, isAhead);
  const words = useEventWords();
  const lists = [ledger, redemptions, levels, bookings];
  const error = lists.find((list) => list.error)?.error;
  const refusal = error ? <Refusal failed={failureOf(error)} /> : null;
  const isMissing = isAhead || lists.some(({ data }) => !data);
  if (isMissing) return refusal ?? <Skeletons count={3} />;
  // the ledger already has the redemptions that cost stamps
  const inLedger = new Set(
    rowsOf(ledger).flatMap(({ cause, causeId }) => (cause === "redemption" ? [causeId] : [])),
  );
  const events = mergeLoaded([
    { events: rowsOf(ledger).map((row) => stampEvent(row, words)), until: loadedUntil(ledger) },
    {
      events: rowsOf(redemptions)
        .filter((row) => !inLedger.has(row.id))
        .flatMap((row) => redemptionEvents(row, words)),
      until: loadedUntil(redemptions),
    },
    { events: rowsOf(levels).map((row) => levelEvent(row, words)), until: loadedUntil(levels) },
    { events: rowsOf(bookings).map((row) => bookingEvent(row, words)), until: booked },
  ]);
  if (!events.length)
    return (
      <>
        {refusal}
        <Empty title={t("empty")}>{t("emptyAdvice")}</Empty>
      </>
    );
  return (
    <Card>
      {refusal}
      <Timeline events={events} />
      <More
        hasNextPage={lists.some(({ hasNextPage }) => hasNextPage)}
        isFetchingNextPage={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)}
        fetchNextPage={() => {
          for (const list of lists) if (list.hasNextPage) void list.fetchNextPage();
        }}
      />
    </Card>
  );
}
