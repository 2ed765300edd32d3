"use client";
import { IconCircleCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Key } from "../../../ui/key.tsx";
import { useMoney } from "../../../ui/money.ts";
import { State } from "../../../ui/state.tsx";
import { useKeys } from "../../../ui/use-keys.ts";
import { useDesk } from "../../session/desk.tsx";
import type { Done, ShownVisit } from "../state/types.ts";
import { PrintedVisit } from "./printed-visit.tsx";
import css from "./receipt.module.css";
import { Undo, type Undone, UndoneNotice } from "./undo.tsx";

type ReceiptPaneProps = {
  done: Done;
  memberId: string | null;
  onEnd: () => void;
};

/** What was taken and earned, and what is left; with Print and Undo. */
export function ReceiptPane({ done, memberId, onEnd }: ReceiptPaneProps) {
  const t = useTranslations("till");
  const { may } = useDesk();
  const [isUndoing, setUndoing] = useState(false);
  const [undone, setUndone] = useState<readonly Undone[]>([]);
  const { visit } = done;
  const isUndone = (id: number | "sale") =>
    undone.some(({ part }) =>
      part === null ? true : "sale" in part ? id === "sale" : part.redemptionId === id,
    );
  const parts = [
    ...visit.lines.map(({ redemptionId }) => redemptionId),
    ...(visit.sale ? ["sale" as const] : []),
  ];
  const canUndo = may("staff.visits.undo") && parts.some((part) => !isUndone(part));
  const last = undone.at(-1);
  useKeys({ "mod+z": () => canUndo && setUndoing(true) });
  const names = visit.lines.map(({ name }) => name);
  const stampsLeft = last?.stampsLeft ?? visit.stampsLeft;

  return (
    <section className={css.receipt} aria-label={t("receipt")}>
      <div role="status" className={css.head}>
        <IconCircleCheck size={28} aria-hidden />
        <p>
          <strong>
            <bdi>{visit.customerName}</bdi>
            {": "}
            <bdi>{names.length ? names.join(", ") : t("saleDone")}</bdi>
          </strong>
          <br />
          {t("leftNow", { count: stampsLeft })}
        </p>
      </div>
      <ul className={css.lines}>
        {visit.lines.map((line) => (
          <ReceiptLine key={line.redemptionId} line={line} isUndone={isUndone(line.redemptionId)} />
        ))}
        {visit.sale ? <SaleLine sale={visit.sale} isUndone={isUndone("sale")} /> : null}
      </ul>
      {undone.map((each) => (
        <UndoneNotice key={JSON.stringify(each.part)} undone={each} />
      ))}
      {isUndoing && canUndo ? (
        <Undo
          visit={visit}
          visitKey={done.key}
          isUndone={isUndone}
          onCancel={() => setUndoing(false)}
          onUndone={(result) => {
            setUndone([...undone, result]);
            setUndoing(false);
          }}
        />
      ) : (
        <div className={css.actions}>
          <button type="button" className={css.button} onClick={() => window.print()}>
            {t("print")} <Key>Ctrl P</Key>
          </button>
          {canUndo ? (
            <button type="button" className={css.button} onClick={() => setUndoing(true)}>
              {t("undo")} <Key>Ctrl Z</Key>
            </button>
          ) : null}
          <button type="button" className={css.button} onClick={onEnd}>
            {t("nextCustomer")} <Key>Esc</Key>
          </button>
        </div>
      )}
      <PrintedVisit {...{ done, memberId }} />
    </section>
  );
}

type LineProps = { line: ShownVisit["lines"][number]; isUndone: boolean };

/** What a line took, what is left of its balance, and the voucher that it issued. */
function ReceiptLine({ line, isUndone }: LineProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const { redemptionId, name, qty, stampsUsed, value, voucher } = line;
  const facts: string[] = [];
  if (stampsUsed) facts.push(t("stampsUsed", { count: stampsUsed }));
  if (value !== null) facts.push(t("paid", { value: money(value) }));
  if (value !== null && voucher?.remainingValue)
    facts.push(t("leftOn", { value: money(voucher.remainingValue) }));
  return (
    <li data-undone={isUndone}>
      <span>
        <bdi className={css.name}>{qty > 1 ? `${qty} × ${name}` : name}</bdi>
        <span className={css.facts}>
          {facts.join(" ")}{" "}
          {line.kind === "reward" && voucher ? (
            <span>
              {t("issued")} <bdi>{voucher.code}</bdi>
            </span>
          ) : null}
        </span>
      </span>
      {isUndone ? <State tone="plain">{t("undoneWord")}</State> : null}
      <Link href={`/redemptions/${redemptionId}`}>#{redemptionId}</Link>
    </li>
  );
}

type SaleLineProps = { sale: NonNullable<ShownVisit["sale"]>; isUndone: boolean };

function SaleLine({ sale, isUndone }: SaleLineProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  return (
    <li data-undone={isUndone}>
      <span>
        <span className={css.name}>{t("saleOf", { value: money(sale.total) })}</span>
        <span className={css.facts}>{t("earned", { count: sale.stampsEarned })}</span>
      </span>
      {isUndone ? <State tone="plain">{t("undoneWord")}</State> : null}
      <Link href={`/sales/${sale.id}`}>#{sale.id}</Link>
    </li>
  );
}
