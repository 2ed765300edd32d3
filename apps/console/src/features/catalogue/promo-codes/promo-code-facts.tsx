"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Period, useLimitFacts } from "../item-facts.tsx";
import { ItemState } from "../item-state.tsx";

export type PromoCode = Outputs["staff"]["catalogue"]["promoCodes"]["get"];

/** Whether a promo code can be used today. */
export function PromoCodeState({ promoCode }: { promoCode: PromoCode }) {
  return (
    <ItemState
      item={promoCode}
      isUsedUp={promoCode.maxUses !== null && promoCode.uses >= promoCode.maxUses}
    />
  );
}

/** The number of uses, and its limit. */
export function Uses({ promoCode }: { promoCode: Pick<PromoCode, "uses" | "maxUses"> }) {
  const t = useTranslations("catalogue");
  return promoCode.maxUses === null
    ? t("usesTimes", { uses: promoCode.uses })
    : t("usesOf", { uses: promoCode.uses, most: promoCode.maxUses });
}

/** Formats a time as `14:00`, or with seconds if it has any. Only an import can set seconds. */
export function hourOf(time: string): string {
  return time.endsWith(":00") ? time.slice(0, 5) : time;
}

/** Returns the hours of a day in which the code works, such as `14:00 – 16:00`. Null if it works all day. */
export function hoursOf({ startTime, endTime }: Pick<PromoCode, "startTime" | "endTime">) {
  if (startTime === null && endTime === null) return null;
  const [from, to] = [startTime, endTime].map((time) => (time === null ? "…" : hourOf(time)));
  return `${from} – ${to}`;
}

/** A promo code's settings and number of uses. */
export function PromoCodeFacts({ promoCode }: { promoCode: PromoCode }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  return (
    <Card>
      <Facts
        facts={[
          [t("state"), <PromoCodeState key="state" promoCode={promoCode} />],
          [t("name"), <bdi key="name">{promoCode.name}</bdi>],
          [t("code"), <bdi key="code">{promoCode.code}</bdi>],
          [t("uses"), <Uses key="uses" promoCode={promoCode} />],
          [t("perCustomer"), promoCode.maxUsesPerCustomer],
          [t("when"), <Period key="when" from={promoCode.startDate} to={promoCode.endDate} />],
          [t("hours"), hoursOf(promoCode)],
          ...limitFacts(promoCode),
          [
            t("description"),
            promoCode.description ? <bdi key="description">{promoCode.description}</bdi> : null,
          ],
        ]}
      />
    </Card>
  );
}
