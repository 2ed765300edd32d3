"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Copy } from "../../ui/copy.tsx";
import { useUnsaved } from "../../ui/form/unsaved.ts";
import { useFocusKept } from "../../ui/form/use-focus-back.ts";
import css from "./account.module.css";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** Codes for signing in without the phone, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations("account");
  useUnsaved(true, t("recoveryLeave"));
  useFocusKept();
  const group = useRef<HTMLDivElement>(null);
  // the form that asked for the codes has gone
  useEffect(() => group.current?.focus({ preventScroll: true }), []);
  return (
    <Stack ref={group} tabIndex={-1} gap="sm" role="group" aria-label={t("recovery")}>
      <strong>{t("recovery")}</strong>
      <Text c="dimmed">{t("recoveryLead")}</Text>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group>
        <Copy text={codes.join("\n")} />
        <Button onClick={onDone}>{t("recoveryDone")}</Button>
      </Group>
    </Stack>
  );
}
