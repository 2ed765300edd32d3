"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { Timeline, type TimelineEvent } from "../../ui/object/timeline.tsx";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import type { RedemptionProps } from "./redemption-facts.tsx";

/** The events of a redemption: when, by whom, and the changes of stamps and values. */
export function RedemptionTimeline({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const timeZone = useDesk().zoneOf(redemption.store.id);
  const stampsOf = useStampsDelta();
  const changesOf = useChanges({ redemption });
  const { redeemedBy, canceledBy, canceledAt, cancelReason } = redemption;
  const nameOf = (actor: typeof redeemedBy) => <bdi>{actor.name ?? t(actor.kind)}</bdi>;
  const redeemed: TimelineEvent = {
    key: "redeemed",
    tone: "good",
    title: t.rich("happened.redeemed", { who: () => nameOf(redeemedBy) }),
    time: <Moment time={redemption.createdAt} timeZone={timeZone} />,
    details: changesOf("redemption"),
  };
  const reasonOf = (reason: string | null) =>
    reason ? [["reason", <bdi key="reason">{reason}</bdi>] as const] : [];
  const parts = redemption.parts.map(
    (part): TimelineEvent => ({
      key: `part ${part.id}`,
      tone: "bad",
      title: t.rich("happened.partCanceled", {
        ...{ count: part.qty, name: part.name },
        who: () => nameOf(part.canceledBy),
      }),
      time: <Moment time={part.createdAt} timeZone={timeZone} />,
      details: [
        ...reasonOf(part.reason),
        ...(part.stamps ? [["stamps", stampsOf(part.stamps)] as const] : []),
      ],
    }),
  );
  const canceled: TimelineEvent[] =
    canceledAt && canceledBy
      ? [
          {
            key: "canceled",
            tone: "bad",
            title: t.rich("happened.canceled", { who: () => nameOf(canceledBy) }),
            time: <Moment time={canceledAt} timeZone={timeZone} />,
            details: [...reasonOf(cancelReason), ...changesOf("cancellation")],
          },
        ]
      : [];
  return (
    <Card title={t("happened.title")}>
      <Timeline events={[...canceled, ...parts.reverse(), redeemed]} />
    </Card>
  );
}

/** Returns a function that writes a change of stamps with its sign. */
function useStampsDelta() {
  const t = useTranslations("redemptions");
  const format = useFormatter();
  return (delta: number) =>
    t("stampsDelta", {
      delta: format.number(delta, { signDisplay: "always" }),
      count: delta,
    });
}

/** Returns the changes of stamps and voucher values that the redemption, or its cancellation, made. */
function useChanges({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const stampsOf = useStampsDelta();
  const money = useMoney(useDesk().me.merchant.currency);
  return (wanted: "redemption" | "cancellation"): (readonly [string, ReactNode])[] => [
    ...redemption.stampEntries
      .filter(({ cause }) => cause === wanted)
      .map(({ delta }) => ["stamps", stampsOf(delta)] as const),
    ...redemption.valueEntries
      .filter(({ cause }) => cause === wanted)
      .map(({ delta, voucherId }) => {
        const link = (
          <>
            {money(delta)} ·{" "}
            <Link className={css.link} href={`/vouchers/${voucherId}`}>
              {t("happened.voucher", { id: String(voucherId) })}
            </Link>
          </>
        );
        return [`value ${voucherId}`, link] as const;
      }),
  ];
}
