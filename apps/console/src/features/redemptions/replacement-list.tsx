"use client";
import { Button, NativeSelect } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useChoice } from "../../ui/list/choosing/use-choice.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { SortFilter } from "../../ui/list/sort.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { ActorFilter, actorIn } from "../parts/actor-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { useDesk } from "../session/desk.tsx";
import { RedemptionTabs } from "./redemption-tabs.tsx";
import { ReviewChosen } from "./review-chosen.tsx";

/**
 * Redemptions whose cancellation issued a new voucher: only those to review, or with `?show=all` all of them.
 */
export function ReplacementList() {
  const t = useTranslations("redemptions");
  const { zoneOf, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { get, replace } = useAddress();
  const { sort } = useSort();
  const words = useCsvWords(() => ({}));
  const utils = trpc.useUtils();
  const filter = { sort, isOpen: get("show") !== "all", who: actorIn(get("who")) };
  const list = trpc.staff.redemptions.replacements.useInfiniteQuery(filter, byPages);
  const rows = rowsOf(list);
  const choice = useChoice(rows, {
    idOf: ({ id }) => id,
    nameOf: ({ id, name }) => `${name} #${id}`,
    isOffered: ({ reviewedAt }) => reviewedAt === null,
  });
  const review = trpc.staff.redemptions.reviewReplacement.useMutation({
    onSuccess: () => utils.staff.redemptions.replacements.invalidate(),
  });
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.redemptions.replacementsCsv"
          pageOf={(api, page) =>
            api.staff.redemptions.replacementsCsv.query({ ...filter, words, ...page })
          }
        />
      </PageTitle>
      <RedemptionTabs />
      <Filters label={t("filters")}>
        <SortFilter />
        <NativeSelect
          label={t("review")}
          value={filter.isOpen ? "" : "all"}
          onChange={({ currentTarget }) => replace({ show: currentTarget.value })}
          data={[
            { value: "", label: t("toReview") },
            { value: "all", label: t("allReplaced") },
          ]}
        />
        <ActorFilter
          name="who"
          seen={rows.flatMap(({ canceledBy, reviewedBy }) => [canceledBy, reviewedBy])}
        />
      </Filters>
      {review.error ? <Refusal failed={failureOf(review.error)} /> : null}
      <DataList
        isWide
        query={list}
        rows={rows}
        choice={choice}
        empty={{ icon: IconShieldCheck, title: t("noReplaced"), advice: t("noReplacedAdvice") }}
        keyOf={(row) => row.id}
        columns={[
          {
            head: t("what"),
            cell: (row) => (
              <>
                <Link className={css.link} href={`/redemptions/${row.id}`}>
                  <bdi>{row.name}</bdi>
                </Link>
                <div className={`${css.quiet} ${css.small}`}>
                  <bdi>{row.store.name}</bdi>
                </div>
              </>
            ),
          },
          {
            head: t("canceledAt"),
            isSortable: true,
            cell: (row) =>
              row.canceledAt ? (
                <Moment time={row.canceledAt} timeZone={zoneOf(row.store.id)} />
              ) : null,
          },
          {
            head: t("by"),
            isNamed: true,
            cell: (row) => <bdi>{row.canceledBy?.name ?? row.canceledBy?.id}</bdi>,
          },
          {
            head: t("customer"),
            cell: (row) => (
              <Link className={css.link} href={`/customers/${row.customer.id}`}>
                <bdi>{row.customer.name}</bdi>
              </Link>
            ),
          },
          {
            head: t("value"),
            isNumber: true,
            cell: (row) => (row.voucherValue === null ? null : money(row.voucherValue)),
          },
          { head: t("reason"), cell: (row) => <bdi>{row.reason}</bdi> },
          {
            head: t("reviewHead"),
            cell: (row) =>
              row.reviewedAt ? (
                <>
                  <bdi>{row.reviewedBy?.name ?? row.reviewedBy?.id}</bdi>{" "}
                  <Moment time={row.reviewedAt} timeZone={zoneOf(row.store.id)} />
                </>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  miw="max-content"
                  loading={review.isPending && review.variables.redemptionId === row.id}
                  onClick={() => review.mutate({ redemptionId: row.id })}
                >
                  {t("markReviewed")}
                </Button>
              ),
          },
        ]}
      />
      <ReviewChosen choice={choice} />
    </>
  );
}
