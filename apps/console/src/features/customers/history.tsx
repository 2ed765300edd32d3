"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { Empty } from "../../ui/empty.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { More } from "../../ui/more.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { BookingState } from "../bookings/booking-card.tsx";
import { RedemptionStatus } from "../redemptions/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";

const tabs = ["redemptions", "vouchers", "ledger", "bookings"] as const;
const next = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };

/** All that happened with a customer; which of it stands in the address. */
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

type RowsProps = { isLoading: boolean; hasRows: boolean; children: ReactNode };

function Rows({ isLoading, hasRows, children }: RowsProps) {
  const t = useTranslations("history");
  if (isLoading) return <Skeletons count={3} />;
  if (!hasRows) return <Empty title={t("empty")}>{t("emptyAdvice")}</Empty>;
  return (
    <div className={css.tableBox}>
      <table className={`${css.table} ${css.folds}`}>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Redemptions({ id }: { id: number }) {
  const { zoneOf } = useDesk();
  const list = trpc.staff.customers.redemptions.useInfiniteQuery({ customerId: id }, next);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Rows isLoading={list.isLoading} hasRows={rows.length > 0}>
        {rows.map((row) => (
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
        ))}
      </Rows>
      <More {...list} />
    </>
  );
}

function Vouchers({ id }: { id: number }) {
  const states = useTranslations("voucherStates");
  const list = trpc.staff.customers.vouchers.useInfiniteQuery({ customerId: id }, next);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Rows isLoading={list.isLoading} hasRows={rows.length > 0}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link className={css.link} href={`/vouchers/${row.id}`}>
                <bdi>{row.name}</bdi>
              </Link>
            </td>
            <td>
              <State tone={row.state === "open" ? "good" : "plain"}>{states(row.state)}</State>
            </td>
            <td>
              <bdi>{row.code}</bdi>
            </td>
            <td className={css.number}>{row.endDate ? <Day on={row.endDate} /> : null}</td>
          </tr>
        ))}
      </Rows>
      <More {...list} />
    </>
  );
}

function Ledger({ id }: { id: number }) {
  const t = useTranslations("history");
  const format = useFormatter();
  const { me } = useDesk();
  const list = trpc.staff.customers.ledger.useInfiniteQuery({ customerId: id }, next);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Rows isLoading={list.isLoading} hasRows={rows.length > 0}>
        {rows.map((row) => (
          <tr key={`${row.cause} ${row.causeId}`}>
            <td>
              {t(`causes.${row.cause}`)}{" "}
              <bdi className={css.quiet}>{row.redemption?.name ?? row.reason}</bdi>
            </td>
            <td className={css.number}>{format.number(row.delta, { signDisplay: "always" })}</td>
            <td className={css.number}>{t("after", { count: row.balance })}</td>
            <td className={css.number}>
              <Moment at={row.createdAt} timeZone={me.merchant.timezone} />
            </td>
          </tr>
        ))}
      </Rows>
      <More {...list} />
    </>
  );
}

function Bookings({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const list = trpc.staff.customers.bookings.useInfiniteQuery({ customerId: id }, next);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Rows isLoading={list.isLoading} hasRows={rows.length > 0}>
        {rows.map((row) => (
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
        ))}
      </Rows>
      <More {...list} />
    </>
  );
}
