"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Period, useLimitFacts } from "./thing-facts.tsx";
import { ThingState } from "./thing-state.tsx";

export type PromoCode = Outputs["staff"]["catalogue"]["promoCodes"]["get"];

/** Whether it can be used today. */
export function PromoCodeState({ of }: { of: PromoCode }) {
  return <ThingState of={of} isUsedUp={of.maxUses !== null && of.uses >= of.maxUses} />;
}

/** How often it was used, and of how many times. */
export function Uses({ of }: { of: Pick<PromoCode, "uses" | "maxUses"> }) {
  const t = useTranslations("catalogue");
  return of.maxUses === null
    ? t("usesTimes", { uses: of.uses })
    : t("usesOf", { uses: of.uses, most: of.maxUses });
}

/** What staff have said of a promo code, and how often it was used. */
export function PromoCodeFacts({ of }: { of: PromoCode }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  const minutes = (time: string | null) => time?.slice(0, 5) ?? "…";
  return (
    <Card>
      <Facts
        of={[
          [t("state"), <PromoCodeState key="state" of={of} />],
          [t("code"), <bdi key="code">{of.code}</bdi>],
          [t("uses"), <Uses key="uses" of={of} />],
          [t("perCustomer"), of.maxUsesPerCustomer],
          [t("when"), <Period key="when" from={of.startDate} to={of.endDate} />],
          [
            t("hours"),
            of.startTime === null && of.endTime === null
              ? null
              : `${minutes(of.startTime)} – ${minutes(of.endTime)}`,
          ],
          ...limitFacts(of),
        ]}
      />
    </Card>
  );
}
