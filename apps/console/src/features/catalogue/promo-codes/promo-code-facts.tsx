"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Period, useLimitFacts } from "../item-facts.tsx";
import { ItemState } from "../item-state.tsx";

export type PromoCode = Outputs["staff"]["catalogue"]["promoCodes"]["get"];

/** Whether it can be used today. */
export function PromoCodeState({ of }: { of: PromoCode }) {
  return <ItemState of={of} isUsedUp={of.maxUses !== null && of.uses >= of.maxUses} />;
}

/** The number of uses, and its limit. */
export function Uses({ of }: { of: Pick<PromoCode, "uses" | "maxUses"> }) {
  const t = useTranslations("catalogue");
  return of.maxUses === null
    ? t("usesTimes", { uses: of.uses })
    : t("usesOf", { uses: of.uses, most: of.maxUses });
}

/** `14:00`; with seconds if there are any, which only a file can set. */
export function hourOf(time: string): string {
  return time.endsWith(":00") ? time.slice(0, 5) : time;
}

/** The hours of a day, `14:00 – 16:00`; null if it works all day. */
export function hoursOf({ startTime, endTime }: Pick<PromoCode, "startTime" | "endTime">) {
  if (startTime === null && endTime === null) return null;
  const [from, to] = [startTime, endTime].map((time) => (time === null ? "…" : hourOf(time)));
  return `${from} – ${to}`;
}

/** A promo code's settings and number of uses. */
export function PromoCodeFacts({ of }: { of: PromoCode }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  return (
    <Card>
      <Facts
        of={[
          [t("state"), <PromoCodeState key="state" of={of} />],
          [t("code"), <bdi key="code">{of.code}</bdi>],
          [t("uses"), <Uses key="uses" of={of} />],
          [t("perCustomer"), of.maxUsesPerCustomer],
          [t("when"), <Period key="when" from={of.startDate} to={of.endDate} />],
          [t("hours"), hoursOf(of)],
          ...limitFacts(of),
        ]}
      />
    </Card>
  );
}
