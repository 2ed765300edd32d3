"use client";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconPrinter } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc, withKey } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Key } from "../../ui/key.tsx";
import { useMoney } from "../../ui/money.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { Receipt } from "../parts/receipt.tsx";
import { useDesk } from "../session/desk.tsx";
import type { Done } from "./redeem.ts";
import css from "./till.module.css";

const UNDO_MS = 30_000;

type ResultProps = { done: Done };

/** One line: customer, item, remainder; with Print, and Undo for half a minute. */
export function Result({ done }: ResultProps) {
  const t = useTranslations("till");
  const api = useApi();
  const utils = trpc.useUtils();
  const { me, may } = useDesk();
  const money = useMoney(me.merchant.currency);
  const [isOpen, setOpen] = useState(true);
  const [key] = useState(() => crypto.randomUUID());
  const undo = useMutation({
    // a voucher that was redeemed whole stays spent, so Undo issues a new one
    mutationFn: async () => {
      const { redemptionId } = done;
      const cancel = { redemptionId, createReplacementVoucher: true, reason: t("undoReason") };
      const { stampsLeft } = await api.staff.redemptions.cancel.mutate(cancel, withKey(key));
      // Undo is done, even if the new code cannot be read
      const after = await api.staff.redemptions.get.query({ redemptionId }).catch(() => null);
      return { stampsLeft, newCode: after?.replacement?.code ?? null };
    },
    onSuccess: () => utils.staff.till.invalidate(),
  });
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  const canUndo = isOpen && undo.isIdle && may("staff.redemptions.cancel");
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
          {done.value === null
            ? t("leftNow", { count: undo.data.stampsLeft })
            : t("givenBack", { value: money(done.value) })}{" "}
          <Issued code={undo.data.newCode} />
          <Link href={`/redemptions/${done.redemptionId}`}>{t("look")}</Link>
        </p>
      </Notice>
    );
  return (
    <>
      <Notice tone="good">
        <div className={css.done}>
          <p>
            <strong>
              <bdi>{done.customer}</bdi>: <bdi>{done.name}</bdi>
            </strong>
            <br />
            <Remains done={done} /> <Issued code={done.issuedCode} />
            <Link href={`/redemptions/${done.redemptionId}`}>#{done.redemptionId}</Link>
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
      {undo.error ? <Refusal failed={failureOf(undo.error)} /> : null}
      <Receipt receipt={done} />
    </>
  );
}

/** The remainder: of the voucher if a part of it was spent, else of the stamps. */
function Remains({ done: { value, valueLeft, stampsLeft } }: ResultProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  if (value === null) return t("leftNow", { count: stampsLeft });
  const left = valueLeft === null ? "" : ` ${t("leftOn", { value: money(valueLeft) })}`;
  return t("paid", { value: money(value) }) + left;
}

/** The code of an issued voucher. */
function Issued({ code }: { code: string | null }) {
  const t = useTranslations("till");
  return code === null ? null : (
    <>
      {t("issued")} <bdi>{code}</bdi>{" "}
    </>
  );
}

/** The remaining part of the half minute. */
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
