"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { Timeline, type TimelineEvent } from "../../ui/object/timeline.tsx";
import css from "../../ui/ui.module.css";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";
import type { VoucherProps } from "./voucher-facts.tsx";

/** The events of a voucher: its issue, and the redemptions that used it. */
export function VoucherTimeline({ voucher }: VoucherProps) {
  const t = useTranslations("voucher.happened");
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { issuedByRedemptionId, replacesRedemptionId } = voucher;
  const cause = (name: "issuedBy" | "replaces", redemptionId: number | null) =>
    redemptionId === null
      ? []
      : [[name, t.rich(name, { redemption: () => linkTo(redemptionId) })] as const];
  const issued: TimelineEvent = {
    key: "issued",
    tone: "plain",
    title: t("issued"),
    time: <Moment time={voucher.createdAt} timeZone={zoneOf(null)} />,
    details: [
      ...cause("issuedBy", issuedByRedemptionId),
      ...cause("replaces", replacesRedemptionId),
    ],
  };
  const uses = voucher.redemptions.map(({ id, status, value, storeId, createdAt }) => {
    const isCanceled = status === "Canceled";
    const store = me.stores.find((one) => one.id === storeId)?.name;
    return {
      key: String(id),
      tone: isCanceled ? "bad" : "good",
      title: (
        <>
          {t.rich("redeemed", { redemption: () => linkTo(id) })}{" "}
          {isCanceled ? <RedemptionStatus status={status} /> : null}
        </>
      ),
      time: <Moment time={createdAt} timeZone={zoneOf(storeId)} />,
      details: [
        [
          "where",
          <bdi key="where">{[value && money(value), store].filter(Boolean).join(" · ")}</bdi>,
        ],
      ],
    } satisfies TimelineEvent;
  });
  return (
    <Card title={t("title")}>
      <Timeline events={[...uses.reverse(), issued]} />
    </Card>
  );
}

const linkTo = (redemptionId: number) => (
  <Link className={css.link} href={`/redemptions/${redemptionId}`}>
    #{redemptionId}
  </Link>
);
