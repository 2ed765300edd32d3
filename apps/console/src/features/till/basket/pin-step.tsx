"use client";
import Link from "next/link";
import type { ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../../ui/notice.tsx";
import { nameOf } from "../state/names.ts";
import type { Card } from "../state/types.ts";
import { PinPad } from "./pin-pad.tsx";

type PinStepProps = {
  card: Card;
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (pin: string) => void;
  error: string | null;
};

/** Asks for the customer's PIN, or says that it is blocked or that none is set. */
export function PinStep({ card, ...rest }: PinStepProps) {
  const t = useTranslations("till");
  const { state, attemptsLeft } = card.credentials.pin;
  if (state === "open") return <PinPad attemptsLeft={attemptsLeft} {...rest} />;
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
