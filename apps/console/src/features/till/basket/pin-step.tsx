"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import type { Card } from "./choices.ts";
import { PinPad } from "./pin-pad.tsx";

type PinStepProps = {
  card: Card;
  value: string;
  onChange: (pin: string) => void;
  error: string | null;
};

/** Asks for the customer's PIN, or says why there is none. */
export function PinStep({ card: { customer, credentials }, ...rest }: PinStepProps) {
  const t = useTranslations("till");
  const { state, attemptsLeft } = credentials.pin;
  if (state === "open") return <PinPad attemptsLeft={attemptsLeft} {...rest} />;
  const bdi = { name: customer.name, bdi: (chunks: ReactNode) => <bdi>{chunks}</bdi> };
  return (
    <Notice tone="bad" code={state === "none" ? "pin_not_set" : "pin_blocked"}>
      <p>
        <strong>{t.rich(state === "none" ? "pinNone" : "pinBlocked", bdi)}</strong>{" "}
        {t(state === "none" ? "pinNoneAdvice" : "pinBlockedAdvice")}{" "}
        <Link href={`/customers/${customer.id}`}>{t("openProfile")}</Link>
      </p>
    </Notice>
  );
}
