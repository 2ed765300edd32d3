"use client";
import { useTranslations } from "use-intl/react";
import { ShownOnce } from "../shown-once.tsx";

type TokenSecretProps = { secret: string; onDone: () => void };

/** A new token's secret, shown once. */
export function TokenSecret({ secret, onDone }: TokenSecretProps) {
  const t = useTranslations("tokens");
  return (
    <ShownOnce
      text={secret}
      title={t("secretTitle")}
      leave={t("secretLeave")}
      done={t("secretDone")}
      onDone={onDone}
    >
      {t("secretLead")}
    </ShownOnce>
  );
}
