"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { List, type ListQuery } from "../../ui/list.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { byPages, type Paged, rowsOf } from "../../ui/pages.ts";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { BookingState } from "../bookings/booking-card.tsx";
import { RedemptionStatus } from "../redemptions/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";
import { VoucherState } from "../vouchers/voucher-state.tsx";

const tabs = ["redemptions", "vouchers", "ledger", "bookings"] as const;

/** A customer's history; the address names the selected tab. */
export function History({ id }: { id: number }) {
  const t = useTranslations("history");
  const { get, hrefWith } = useAddress();
  const tab = tabs.find((one) => one === get("tab")) ?? "redemptions";
  const parts = {
    redemptions: Redemptions,
    vouchers: Vouchers,
    ledger: Ledger,
    bookings: Bookings,
  };
  const Part = parts[tab];
  return (
    <section style={{ marginTop: 24 }}>
      <nav className={css.tabs} aria-label={t("title")}>
        {tabs.map((one) => (
          <Link
            key={one}
            href={hrefWith({ tab: one })}
            scroll={false}
            aria-current={one === tab ? "page" : undefined}
          >
            {t(one)}
          </Link>
        ))}
      </nav>
      <Part id={id} />
    </section>
  );
}

type RowsProps<Row> = { list: ListQuery & Paged<Row>; children: (row: Row) => ReactNode };

function Rows<Row>({ list, children }: RowsProps<Row>) {
  const t = useTranslations("history");
  return (
    <List
      query={list}
      rows={rowsOf(list)}
      skeletons={3}
      empty={{ title: t("empty"), advice: t("emptyAdvice") }}
    >
      {children}
    </List>
  );
}

function Redemptions({ id }: { id: number }) {
  const { zoneOf } = useDesk();
  const list = trpc.staff.customers.redemptions.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows list={list}>
      {(row) => (
        <tr key={row.id}>
          <td>
            <Link className={css.link} href={`/redemptions/${row.id}`}>
              <bdi>{row.name}</bdi>
            </Link>
          </td>
          <td>
            <RedemptionStatus of={row.status} />
          </td>
          <td>
            <bdi>{row.store?.name}</bdi>
          </td>
          <td className={css.number}>
            <Moment at={row.createdAt} timeZone={zoneOf(row.store?.id)} />
          </td>
        </tr>
      )}
    </Rows>
  );
}

function Vouchers({ id }: { id: number }) {
  const list = trpc.staff.customers.vouchers.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows list={list}>
      {(row) => (
        <tr key={row.id}>
          <td>
            <Link className={css.link} href={`/vouchers/${row.id}`}>
              <bdi>{row.name}</bdi>
            </Link>
          </td>
          <td>
            <VoucherState of={row.state} />
          </td>
          <td>
            <bdi>{row.code}</bdi>
          </td>
          <td className={css.number}>{row.endDate ? <Day on={row.endDate} /> : null}</td>
        </tr>
      )}
    </Rows>
  );
}

function Ledger({ id }: { id: number }) {
  const t = useTranslations("history");
  const kinds = useTranslations("redemptions");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const isOwn = (of: number | undefined) => me.stores.some((store) => store.id === of);
  const list = trpc.staff.customers.ledger.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows list={list}>
      {({ redemption, store, by, ...row }) => (
        <tr key={`${row.cause} ${row.causeId}`}>
          <td>
            {t(`causes.${row.cause}`)}{" "}
            {redemption && isOwn(store?.id) ? (
              <Link className={css.link} href={`/redemptions/${redemption.id}`}>
                <bdi>{redemption.name}</bdi>
              </Link>
            ) : (
              <bdi className={css.quiet}>{redemption?.name ?? row.reason}</bdi>
            )}
          </td>
          <td>
            <bdi>{store?.name}</bdi>
          </td>
          <td>
            <bdi>{by && (by.name ?? kinds(by.kind))}</bdi>
          </td>
          <td className={css.number}>{format.number(row.delta, { signDisplay: "always" })}</td>
          <td className={css.number}>{t("after", { count: row.balance })}</td>
          <td className={css.number}>
            <Moment at={row.createdAt} timeZone={zoneOf(store?.id)} />
          </td>
        </tr>
      )}
    </Rows>
  );
}

function Bookings({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const list = trpc.staff.customers.bookings.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows list={list}>
      {(row) => (
        <tr key={row.id}>
          <td>
            <Link className={css.link} href={`/bookings/${row.id}`}>
              <Day on={row.date} /> {row.time.slice(0, 5)}
            </Link>
          </td>
          <td>
            <BookingState of={row.status} />
          </td>
          <td>{t("people", { count: row.numberOfPeople })}</td>
          <td className={css.number}>
            <bdi>{row.store.name}</bdi>
          </td>
        </tr>
      )}
    </Rows>
  );
}
