"use client";
import { NativeSelect } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { DayFilter } from "../../ui/day-filter.tsx";
import { isDay } from "../../ui/days.ts";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { List } from "../../ui/list.tsx";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { OpeningRow } from "../../ui/opening-row.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { byPages, rowsOf } from "../../ui/pages.ts";
import { TextFilter } from "../../ui/text-filter.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useCsvWords } from "../../ui/use-csv-words.ts";
import { useDesk } from "../session/desk.tsx";
import { VoucherState, voucherStates } from "./voucher-state.tsx";

const notAsked = { data: null, error: null, isPending: false };

/** Vouchers of all customers, and unassigned ones. */
export function VoucherList() {
  const t = useTranslations("vouchers");
  const stateNames = useTranslations("voucherStates");
  const { may, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { get, replace } = useAddress();
  const api = useApi();
  const words = useCsvWords(({ voucherStates }) => ({ state: voucherStates }));
  // people who may not export the list can search for one code only
  const mayList = may("staff.vouchers.csv");
  const filter = {
    state: (mayList && voucherStates.find((state) => state === get("state"))) || null,
    endsBy: mayList && isDay(get("endsBy")) ? get("endsBy") : null,
    code: get("code"),
  };
  const isListed = mayList || filter.code !== "";
  const list = trpc.staff.vouchers.list.useInfiniteQuery(filter, {
    ...byPages,
    enabled: isListed,
  });
  return (
    <>
      <PageTitle title={t("title")}>
        {mayList ? (
          <CsvButton
            name="vouchers.csv"
            pageAfter={(cursor) =>
              api.staff.vouchers.csv.query({ ...filter, words, cursor, limit: 200 })
            }
          />
        ) : null}
      </PageTitle>
      {mayList ? (
        <Filters label={t("filters")}>
          <NativeSelect
            label={t("state")}
            value={filter.state ?? ""}
            onChange={({ currentTarget }) => replace({ state: currentTarget.value })}
            data={[
              { value: "", label: t("all") },
              ...voucherStates.map((value) => ({ value, label: stateNames(value) })),
            ]}
          />
          <DayFilter name="endsBy" label={t("endsBy")} />
          <TextFilter name="code" label={t("code")} />
        </Filters>
      ) : (
        <search className={css.filters} aria-label={t("filters")}>
          <TextFilter name="code" label={t("code")} />
        </search>
      )}
      {isListed ? null : (
        <Empty icon={<IconTicket size={40} stroke={1.4} aria-hidden />} title={t("codeFirst")}>
          {t("codeFirstAdvice")}
        </Empty>
      )}
      <List
        query={isListed ? list : notAsked}
        rows={isListed ? rowsOf(list) : []}
        heads={[t("name"), t("state"), t("customer"), t("until"), t("code"), { number: t("left") }]}
        empty={{ icon: IconTicket, title: t("empty"), advice: t("emptyAdvice") }}
      >
        {(row) => (
          <OpeningRow key={row.id} href={`/vouchers/${row.id}`}>
            <td>
              <Link className={css.link} href={`/vouchers/${row.id}`}>
                <bdi>{row.name}</bdi>
              </Link>
            </td>
            <td>
              <VoucherState of={row.state} />
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
          </OpeningRow>
        )}
      </List>
    </>
  );
}
