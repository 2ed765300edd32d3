"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Day } from "../../ui/moment.tsx";
import type { TimelineEvent } from "../../ui/object/timeline.tsx";
import css from "../../ui/ui.module.css";
import { StoreMoment } from "../parts/store-moment.tsx";
import { useDesk } from "../session/desk.tsx";

type Customers = Outputs["staff"]["customers"];
type Row<List extends keyof Customers> = Customers[List] extends {
  items: readonly (infer Item)[];
}
  ? Item
  : never;
type Actor = Row<"levels">["by"];
type Event = TimelineEvent & { readonly at: string };

/** Returns the words and formats for a customer's events. */
export function useEventWords() {
  const t = useTranslations("history");
  const kinds = useTranslations("redemptions");
  const bookings = useTranslations("bookings");
  const format = useFormatter();
  const { me } = useDesk();
  return {
    t,
    kinds,
    bookings,
    signed: (delta: number) => format.number(delta, { signDisplay: "always" }),
    isOwn: (storeId: number | undefined) => me.stores.some((store) => store.id === storeId),
    momentOf: (time: string, storeId?: number) => <StoreMoment time={time} storeId={storeId} />,
    nameOf: (actor: Actor | null) => actor && (actor.name ?? kinds(actor.kind)),
  };
}
type Words = ReturnType<typeof useEventWords>;

function Linked({ href, name }: { href: string; name: string }) {
  return (
    <Link className={css.link} href={href}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Returns one line below an event's title, or no line if all words are empty. */
function line(words: readonly (string | null | undefined)[]): readonly [string, ReactNode][] {
  const text = words.filter(Boolean).join(" · ");
  return text ? [["line", <bdi key="line">{text}</bdi>]] : [];
}

/** Returns the event of a change of stamps, with the sale or the redemption that caused the change. */
export function stampEvent(row: Row<"ledger">, words: Words): Event {
  const { t, kinds, signed } = words;
  const { cause, sale, redemption, store, delta } = row;
  const link = sale ? (
    <Linked href={`/sales/${sale.id}`} name={sale.name} />
  ) : redemption && words.isOwn(store?.id) ? (
    <Linked href={`/redemptions/${redemption.id}`} name={redemption.name} />
  ) : (
    <bdi>{redemption?.name}</bdi>
  );
  return {
    key: `${cause} ${row.causeId}`,
    at: row.createdAt,
    tone: cause === "expiry" ? "warn" : delta > 0 ? "good" : "plain",
    title: (
      <>
        {t(`causes.${cause}`)} {link}{" "}
        <strong>{kinds("stampsDelta", { delta: signed(delta), count: delta })}</strong>
      </>
    ),
    time: words.momentOf(row.createdAt, store?.id),
    details: line([
      t("after", { count: row.balance }),
      store?.name,
      words.nameOf(row.by),
      row.reason,
    ]),
  };
}

/**
 * Returns the events of a redemption without stamps: the redemption, and its cancellation if it was canceled.
 */
export function redemptionEvents(row: Row<"redemptions">, words: Words): Event[] {
  const { id, store, createdAt, canceledAt } = row;
  const event = (verb: string, at: string, by: Actor | null): Event => ({
    key: `${verb} ${id}`,
    at,
    tone: "plain",
    title: (
      <>
        {verb} <Linked href={`/redemptions/${id}`} name={row.name} />
      </>
    ),
    time: words.momentOf(at, store.id),
    details: line([store.name, words.nameOf(by)]),
  });
  const redeemed = event(words.t("causes.redemption"), createdAt, row.redeemedBy);
  if (!canceledAt) return [redeemed];
  const canceled = event(words.kinds("Canceled"), canceledAt, row.canceledBy);
  return [{ ...canceled, tone: "bad" }, redeemed];
}

/** Returns the event of a change of the level. */
export function levelEvent(row: Row<"levels">, words: Words): Event {
  const { from, to, createdAt } = row;
  return {
    key: `level ${row.id}`,
    at: createdAt,
    tone: "good",
    title: words.t.rich("levelChange", {
      from: () => <bdi>{from.name}</bdi>,
      to: () => (
        <strong>
          <bdi>{to.name}</bdi>
        </strong>
      ),
    }),
    time: words.momentOf(createdAt),
    details: line([words.t(`levelCauses.${row.cause}`), row.sale?.name, words.nameOf(row.by)]),
  };
}

/** Returns the event of a booking, at the time when the booking was made. */
export function bookingEvent(row: Row<"bookings">, words: Words): Event {
  const { id, store, createdAt } = row;
  return {
    key: `booking ${id}`,
    at: createdAt,
    tone: "plain",
    title: (
      <>
        {words.t("booked")}{" "}
        <Link className={css.link} href={`/bookings/${id}`}>
          <Day on={row.date} /> {row.time.slice(0, 5)}
        </Link>
      </>
    ),
    time: words.momentOf(createdAt, store.id),
    details: line([
      store.name,
      words.bookings("people", { count: row.numberOfPeople }),
      words.bookings(`statuses.${row.status}`),
    ]),
  };
}
