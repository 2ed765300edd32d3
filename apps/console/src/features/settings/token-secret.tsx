"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Copy } from "../../ui/copy.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./settings.module.css";

type TokenSecretProps = { secret: string; onDone: () => void };

/** A new token's secret, once. */
export function TokenSecret({ secret, onDone }: TokenSecretProps) {
  const t = useTranslations("tokens");
  return (
    <div className={css.form}>
      <Notice tone="warn">
        <p>
          <strong>{t("secretTitle")}</strong>
          <br />
          {t("secretLead")}
        </p>
      </Notice>
      <div className={css.secret}>
        <code>{secret}</code>
        <Copy text={secret} />
      </div>
      <Button onClick={onDone}>{t("secretDone")}</Button>
    </div>
  );
}
