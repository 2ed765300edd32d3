"use client";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconPrinter } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { withKey } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Key } from "../../ui/key.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { useDesk } from "../session/desk.tsx";
import { Receipt } from "./receipt.tsx";
import type { Done } from "./redeem.ts";
import css from "./till.module.css";

const UNDO_MS = 30_000;

type ResultProps = { of: Done };

/** A calm line: who, what, what is left; Print, and Undo for half a minute. */
export function Result({ of }: ResultProps) {
  const t = useTranslations("till");
  const api = useApi();
  const { may } = useDesk();
  const [isOpen, setOpen] = useState(true);
  const [key] = useState(() => crypto.randomUUID());
  const undo = useMutation({
    // a voucher that was redeemed whole stays spent: who undoes gets it back as a new one
    mutationFn: () =>
      api.redemptions.cancel.mutate(
        { id: of.redemptionId, create_replacement_voucher: true },
        withKey(key),
      ),
  });
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  const canUndo = isOpen && undo.isIdle && may("redemptions.cancel");
  useKeys({
    "mod+z": () => {
      if (canUndo) undo.mutate();
    },
  });

  if (undo.isSuccess)
    return (
      <Notice tone="plain">
        <p>
          <strong>{t("undone")}</strong>{" "}
          {t("leftNow", { count: undo.data.customer.stamps_remaining })}{" "}
          <Link href={`/redemptions/${of.redemptionId}`}>{t("look")}</Link>
        </p>
      </Notice>
    );
  return (
    <>
      <Notice tone="good">
        <div className={css.done}>
          <p>
            <strong>
              <bdi>{of.customer}</bdi>: <bdi>{of.name}</bdi>
            </strong>
            <br />
            {t("leftNow", { count: of.stampsLeft })}
            {of.issuedCode ? (
              <>
                {" "}
                {t("issued")} <bdi>{of.issuedCode}</bdi>
              </>
            ) : null}{" "}
            <Link href={`/redemptions/${of.redemptionId}`}>#{of.redemptionId}</Link>
          </p>
          <div className={css.actions}>
            <Button
              variant="default"
              size="md"
              leftSection={<IconPrinter size={18} aria-hidden />}
              rightSection={<Key>Ctrl P</Key>}
              onClick={() => window.print()}
            >
              {t("print")}
            </Button>
            {canUndo || undo.isPending ? (
              <Button
                variant="default"
                size="md"
                loading={undo.isPending}
                leftSection={<UndoRing />}
                rightSection={<Key>Ctrl Z</Key>}
                onClick={() => undo.mutate()}
              >
                {t("undo")}
              </Button>
            ) : null}
          </div>
        </div>
      </Notice>
      {undo.error ? <Refusal of={failureOf(undo.error)} /> : null}
      <Receipt of={of} />
    </>
  );
}

/** How much of the half minute is left. */
function UndoRing() {
  return (
    <span className={css.ring}>
      <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden>
        <circle cx={12} cy={12} r={10} pathLength={100} />
      </svg>
      <IconArrowBackUp size={14} aria-hidden />
    </span>
  );
}
