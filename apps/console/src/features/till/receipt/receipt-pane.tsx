"use client";
import { IconArrowBackUp, IconCircleCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Key } from "../../../ui/key.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { useMoney } from "../../../ui/money.ts";
import { State } from "../../../ui/state.tsx";
import { useKeys } from "../../../ui/use-keys.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { useDesk } from "../../session/desk.tsx";
import { isAnyLeft, partsOf } from "../state/record.ts";
import { leaveReceipt } from "../state/steps.ts";
import type { Act, Done, ShownVisit } from "../state/types.ts";
import { isCovered } from "../use/focus.ts";
import { EmailNotice, useEmailReceipt } from "./email-receipt.tsx";
import { PrintedVisit } from "./printed-visit.tsx";
import css from "./receipt.module.css";
import { type Part, Undo, type Undone, UndoneNotice } from "./undo.tsx";

type ReceiptPaneProps = {
  done: Done;
  memberId: string | null;
  act: Act;
  /** Whether the visit is an earlier one, whose customer is not served now. */
  isPast?: boolean;
  /** Called after an undo, with every part of the visit that has been canceled so far. */
  onUndone: (canceled: Done["canceled"]) => void;
  onEnd: () => void;
};

/** A receipt with the items, the earned stamps and the remaining balances, and with Print and Undo. */
export function ReceiptPane({ done, act, isPast = false, ...props }: ReceiptPaneProps) {
  const t = useTranslations("till");
  const { may } = useDesk();
  const [isUndoing, setUndoing] = useState(false);
  const [undone, setUndone] = useState<readonly Undone[]>([]);
  const { visit } = done;
  const email = useEmailReceipt(done.key);
  const isUndone = (id: number | "sale") => done.canceled.includes(id);
  const isLeft = isAnyLeft(done);
  const canUndo = may("staff.visits.undo") && isLeft;
  const last = undone.at(-1);
  useEffect(() => () => act(leaveReceipt), [act]);
  useKeys({ "mod+z": () => canUndo && !isCovered() && setUndoing(true) });
  const names = visit.lines.filter((line) => !isUndone(line.redemptionId)).map(({ name }) => name);
  const isAsThen = !last && (isPast || done.canceled.length > 0);
  const stampsLeft = last?.stampsLeft ?? visit.stampsLeft;

  return (
    <section className={css.receipt} aria-label={t("receipt")}>
      <div role="status" className={css.head} data-undone={!isLeft}>
        {isLeft ? (
          <IconCircleCheck size={28} aria-hidden />
        ) : (
          <IconArrowBackUp size={28} aria-hidden />
        )}
        <p>
          <strong>
            <bdi>{visit.customerName}</bdi>
            {": "}
            <bdi>{isLeft ? names.join(", ") || t("saleDone") : t("undoneWord")}</bdi>
          </strong>
          <br />
          {t(isAsThen ? "leftThen" : "leftNow", { count: stampsLeft })}
        </p>
      </div>
      {isPast ? <Circumstances done={done} /> : null}
      <ul className={css.lines}>
        {visit.lines.map((line) => (
          <ReceiptLine key={line.redemptionId} line={line} isUndone={isUndone(line.redemptionId)} />
        ))}
        {visit.sale ? <SaleLine sale={visit.sale} isUndone={isUndone("sale")} /> : null}
      </ul>
      {undone.map((each) => (
        <UndoneNotice key={JSON.stringify(each.part)} undone={each} />
      ))}
      {last ? null : <EmailNotice email={email} customerId={visit.customerId} />}
      {isUndoing && canUndo ? (
        <Undo
          visit={visit}
          visitKey={done.key}
          {...{ isUndone, act }}
          onCancel={() => setUndoing(false)}
          onUndone={(result) => {
            const { part } = result;
            setUndone([...undone, result]);
            props.onUndone(part === null ? partsOf(visit) : [...done.canceled, nameOf(part)]);
            setUndoing(false);
          }}
        />
      ) : (
        <Actions
          {...{ isLeft, isPast, email }}
          onUndo={canUndo ? () => setUndoing(true) : null}
          onEnd={props.onEnd}
        />
      )}
      {isLeft ? (
        <PrintedVisit
          {...{ done, isUndone }}
          memberId={props.memberId}
          stampsLeft={last || !done.canceled.length ? stampsLeft : null}
        />
      ) : null}
    </section>
  );
}

type ActionsProps = {
  /** Whether any part of the visit is not canceled. */
  isLeft: boolean;
  isPast: boolean;
  email: ReturnType<typeof useEmailReceipt>;
  /** Opens the undo. Null if all is canceled, or if the person may not undo visits. */
  onUndo: (() => void) | null;
  onEnd: () => void;
};

/** The actions of a receipt, such as Print and Undo. */
function Actions({ isLeft, isPast, email, onUndo, onEnd }: ActionsProps) {
  const t = useTranslations("till");
  const { may, me } = useDesk();
  return (
    <div className={css.actions}>
      {isLeft ? (
        <button type="button" className={css.button} onClick={() => window.print()}>
          {t("print")} <Key>Ctrl P</Key>
        </button>
      ) : null}
      {isLeft && me.hasMail && may("staff.visits.emailReceipt") ? (
        <button
          type="button"
          className={css.button}
          aria-disabled={email.isPending}
          onClick={() => email.isPending || email.mutate()}
        >
          {t("emailReceipt")}
        </button>
      ) : null}
      {onUndo ? (
        <button type="button" className={css.button} onClick={onUndo}>
          {t("undo")} <Key>Ctrl Z</Key>
        </button>
      ) : null}
      <button
        type="button"
        className={`${css.button} ${css.next} ${isPast ? "" : css.primary}`}
        onClick={onEnd}
      >
        {t(isPast ? "back" : "nextCustomer")} <Key>Esc</Key>
      </button>
    </div>
  );
}

/** The visit's time, who served, and the invoice. */
function Circumstances({ done: { at, servedBy, invoice, visit } }: { done: Done }) {
  const t = useTranslations("till");
  const { zoneOf } = useDesk();
  return (
    <p className={css.facts}>
      <Dotted>
        <Moment time={at} timeZone={zoneOf(visit.storeId)} isExact />
        {servedBy ? (
          <span>{t.rich("servedBy", { name: servedBy, bdi: (text) => <bdi>{text}</bdi> })}</span>
        ) : null}
        {invoice ? <bdi>{invoice}</bdi> : null}
      </Dotted>
    </p>
  );
}

const nameOf = (part: NonNullable<Part>) => ("sale" in part ? "sale" : part.redemptionId);

type LineProps = { line: ShownVisit["lines"][number]; isUndone: boolean };

/** A line's price in stamps or money, the rest of its balance, and the vouchers that it issued. */
function ReceiptLine({ line, isUndone }: LineProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const { redemptionId, name, qty, stampsUsed, value, voucher, issued } = line;
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
          {issued.length ? (
            <span>
              {t("issued", { count: issued.length })}{" "}
              <bdi>{issued.map(({ code }) => code).join(", ")}</bdi>
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
