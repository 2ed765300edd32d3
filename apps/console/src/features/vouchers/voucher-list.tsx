"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconPlus, IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { ScanField } from "../../ui/camera-scan/scan-field.tsx";
import { isDay } from "../../ui/days.ts";
import { Empty } from "../../ui/empty.tsx";
import { useChoice } from "../../ui/list/choosing/use-choice.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { DayFilter } from "../../ui/list/day-filter.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { CatalogueFilter } from "../parts/catalogue-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { CustomerFilter, customerIn } from "../parts/customer-filter.tsx";
import { VoucherState, voucherStates } from "../parts/voucher-state.tsx";
import { useDesk } from "../session/desk.tsx";
import { WithdrawChosen } from "./withdraw-chosen.tsx";

const notAsked = { data: null, error: null, isPending: false };

/** Vouchers of all customers, and unassigned ones. */
export function VoucherList() {
  const t = useTranslations("vouchers");
  const stateNames = useTranslations("voucherStates");
  const { may, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { get, replace } = useAddress();
  const words = useCsvWords(({ voucherStates }) => ({ state: voucherStates }));
  // people who may not export the list must enter a code, and get no other filter
  const mayList = may("staff.vouchers.csv");
  const filter = {
    state: (mayList && voucherStates.find((state) => state === get("state"))) || null,
    endsBy: mayList && isDay(get("endsBy")) ? get("endsBy") : null,
    code: get("code"),
    templateId: (mayList && customerIn(get("template"))) || null,
    customerId: (mayList && customerIn(get("customer"))) || null,
  };
  const isListed = mayList || filter.code !== "";
  const list = trpc.staff.vouchers.list.useInfiniteQuery(filter, {
    ...byPages,
    enabled: isListed,
  });
  const rows = isListed ? rowsOf(list) : [];
  const choice = useChoice(rows, {
    idOf: ({ id }) => id,
    nameOf: ({ id, name }) => `${name} #${id}`,
    isOffered: ({ state }) => state === "open" || state === "not_started",
  });
  const mayWithdraw = may("staff.vouchers.withdraw");
  const codeFilter = (
    <ScanField onCode={(code) => replace({ code })}>
      <TextFilter name="code" label={t("code")} />
    </ScanField>
  );
  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          <CsvButton
            procedure="staff.vouchers.csv"
            pageOf={(api, page) => api.staff.vouchers.csv.query({ ...filter, words, ...page })}
          />
          {may("staff.catalogue.issueVouchers") ? (
            <Button
              component={Link}
              href="/vouchers/issue"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {t("issue")}
            </Button>
          ) : null}
        </Group>
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
          <CatalogueFilter name="template" />
          <CustomerFilter />
          <DayFilter name="endsBy" label={t("endsBy")} />
          {codeFilter}
        </Filters>
      ) : (
        <search className={css.filters} aria-label={t("filters")}>
          {codeFilter}
        </search>
      )}
      {isListed ? null : (
        <Empty icon={<IconTicket size={40} stroke={1.4} aria-hidden />} title={t("codeFirst")}>
          {t("codeFirstAdvice")}
        </Empty>
      )}
      <DataList
        query={isListed ? list : notAsked}
        rows={rows}
        choice={mayWithdraw ? choice : null}
        empty={{ icon: IconTicket, title: t("empty"), advice: t("emptyAdvice") }}
        keyOf={(row) => row.id}
        rowProps={(row) => ({ href: `/vouchers/${row.id}` })}
        columns={[
          {
            head: t("name"),
            cell: (row) => (
              <Link className={css.link} href={`/vouchers/${row.id}`}>
                <bdi>{row.name}</bdi>
              </Link>
            ),
          },
          { head: t("state"), cell: (row) => <VoucherState state={row.state} /> },
          {
            head: t("customer"),
            cell: (row) =>
              row.customer ? (
                <Link className={css.link} href={`/customers/${row.customer.id}`}>
                  <bdi>{row.customer.name}</bdi>
                </Link>
              ) : (
                <span className={css.quiet}>{t("nobody")}</span>
              ),
          },
          { head: t("until"), cell: (row) => (row.endDate ? <Day on={row.endDate} /> : null) },
          { head: t("code"), cell: (row) => <bdi>{row.code}</bdi> },
          {
            head: t("left"),
            isNumber: true,
            cell: (row) => (row.remainingValue === null ? null : money(row.remainingValue)),
          },
        ]}
      />
      {mayWithdraw ? <WithdrawChosen choice={choice} /> : null}
    </>
  );
}
