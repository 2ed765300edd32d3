"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { isDay } from "../../ui/days.ts";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

const tones = {
  open: "good",
  redeemed: "plain",
  expired: "warn",
  not_started: "plain",
  inactive: "bad",
} as const;
const states = ["open", "redeemed", "expired", "not_started", "inactive"] as const;

/** Vouchers of all customers, and those that nobody holds yet. */
export function VoucherList() {
  const t = useTranslations("vouchers");
  const stateNames = useTranslations("voucherStates");
  const router = useRouter();
  const { may, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { get, replace } = useAddress();
  const api = useApi();
  const filter = {
    state: states.find((state) => state === get("state")) ?? null,
    endsBy: isDay(get("endsBy")) ? get("endsBy") : null,
    code: get("code"),
  };
  const list = trpc.staff.vouchers.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.vouchers.csv") ? (
          <CsvButton
            name="vouchers.csv"
            pageAfter={(cursor) => api.staff.vouchers.csv.query({ ...filter, cursor, limit: 200 })}
          />
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("state")}
          value={filter.state ?? ""}
          onChange={({ currentTarget }) => replace({ state: currentTarget.value })}
          data={[
            { value: "", label: t("all") },
            ...states.map((value) => ({ value, label: stateNames(value) })),
          ]}
        />
        <TextInput
          type="date"
          label={t("endsBy")}
          value={filter.endsBy ?? ""}
          onChange={({ currentTarget }) => replace({ endsBy: currentTarget.value })}
        />
        <TextInput
          key={filter.code}
          label={t("code")}
          defaultValue={filter.code}
          onBlur={({ currentTarget }) => replace({ code: currentTarget.value.trim() })}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") replace({ code: currentTarget.value.trim() });
          }}
        />
      </Filters>
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty icon={<IconTicket size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("name")}</th>
                <th scope="col">{t("state")}</th>
                <th scope="col">{t("customer")}</th>
                <th scope="col">{t("until")}</th>
                <th scope="col">{t("code")}</th>
                <th scope="col" className={css.number}>
                  {t("left")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-href
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a")))
                      router.push(`/vouchers/${row.id}`);
                  }}
                >
                  <td>
                    <Link className={css.link} href={`/vouchers/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    <State tone={tones[row.state]}>{stateNames(row.state)}</State>
                  </td>
                  <td>
                    {row.customer ? (
                      <Link className={css.link} href={`/customers/${row.customer.id}`}>
                        <bdi>{row.customer.name}</bdi>
                      </Link>
                    ) : (
                      <span className={css.quiet}>{t("nobody")}</span>
                    )}
                  </td>
                  <td>{row.endDate ? <Day on={row.endDate} /> : null}</td>
                  <td>
                    <bdi>{row.code}</bdi>
                  </td>
                  <td className={css.number}>
                    {row.remainingValue === null ? null : money(row.remainingValue)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <More {...list} />
    </>
  );
}
