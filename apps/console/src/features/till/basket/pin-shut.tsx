"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../../rpc/customer-name.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { Card } from "../state/types.ts";

/** Says why no PIN can be entered: it is blocked, or none is set. */
export function PinShut({ card }: { card: Card }) {
  const t = useTranslations("till");
  const { state } = card.credentials.pin;
  const bdi = { name: nameOf(card.customer), bdi: (chunks: ReactNode) => <bdi>{chunks}</bdi> };
  return (
    <Notice tone="bad" code={state === "none" ? "pin_not_set" : "pin_blocked"}>
      <p>
        <strong>{t.rich(state === "none" ? "pinNone" : "pinBlocked", bdi)}</strong>{" "}
        {t(state === "none" ? "pinNoneAdvice" : "pinBlockedAdvice")}{" "}
        <Link href={`/customers/${card.customer.id}`}>{t("openProfile")}</Link>
      </p>
    </Notice>
  );
}
