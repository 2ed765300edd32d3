"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { KeptVisit } from "./kept-visit.tsx";
import { Missed } from "./newcomer.tsx";
import { SpentVoucher } from "./spent-voucher.tsx";
import { isBasketEmpty } from "./state/basket.ts";
import { nameOfItem } from "./state/names.ts";
import { basketOf, servedBy } from "./state/steps.ts";
import type { Done, FoundVoucher } from "./state/types.ts";
import css from "./till.module.css";
import type { TillWork } from "./use/till.ts";

const bdi = (text: ReactNode) => <bdi>{text}</bdi>;

type NoticesProps = {
  work: TillWork;
  /** The name of the customer who is served. */
  name: string;
};

/**
 * The till's messages and questions: about the connection, the previous visit, items that need a customer,
 * and codes without a match.
 */
export function Notices({ work, name }: NoticesProps) {
  const t = useTranslations("till");
  const { message, question, now } = work.till;
  const isWaiting = now.step === "empty" && !isBasketEmpty(now.basket);
  return (
    <>
      <Connection work={work} />
      {work.till.before ? <Before done={work.till.before} /> : null}
      {question ? (
        <Leave to={question.customer?.name ?? null} {...{ name }} onAnswer={work.answer} />
      ) : null}
      {isWaiting ? <Waiting work={work} /> : null}
      {work.kept && now.step === "empty" && !isWaiting ? (
        <KeptVisit kept={work.kept} onGoOn={work.resume} onDiscard={work.discardKept} />
      ) : null}
      {message?.kind === "failed" ? <Refusal failed={message.failed} /> : null}
      {message?.kind === "spent" ? (
        <SpentVoucher voucherId={message.voucher.id}>
          <Holder voucher={message.voucher} work={work} />
        </SpentVoucher>
      ) : null}
      {message?.kind === "several" ? (
        <Notice tone="plain">{t.rich("several", { text: message.text, bdi })}</Notice>
      ) : null}
      {message?.kind === "missed" ? (
        <Missed key={message.text} text={message.text} onRegister={work.register.send} />
      ) : null}
    </>
  );
}

/** A button that serves the holder of a voucher, if there is one and somebody else or nobody is served. */
function Holder({ voucher, work }: { voucher: FoundVoucher; work: TillWork }) {
  const t = useTranslations("till");
  const { customer, code } = voucher;
  if (!customer || servedBy(work.till.now) === customer.id) return null;
  return (
    <div className={css.actions}>
      <button type="button" className={css.button} onClick={() => work.meetHolder(voucher)}>
        {t.rich("serveHolder", { name: customer.name || code, bdi })}
      </button>
    </div>
  );
}

/** Says whether the till is offline, and which codes wait in the inbox. */
function Connection({ work: { till, goOn } }: { work: TillWork }) {
  const t = useTranslations("till");
  const { connection, inbox, now } = till;
  const isSent = now.step === "confirming" || now.step === "checking";
  const kept = inbox.map(({ text }) => text).join(", ");
  if (connection === "lost")
    return (
      <Notice tone="warn">
        <p>
          <strong>{t("offline")}</strong> {t(isSent ? "offlineSent" : "offlineAdvice")}
        </p>
        {kept ? <p>{t.rich("kept", { codes: kept, bdi })}</p> : null}
      </Notice>
    );
  if (connection === "back")
    return (
      <Notice tone="plain">
        <p>
          <strong>{t("online")}</strong> {t("onlineAdvice")}
        </p>
        <button type="button" className={css.button} onClick={goOn}>
          {t("goOn")}
        </button>
      </Notice>
    );
  return kept ? (
    <p className={css.quiet} role="status">
      {t.rich("kept", { codes: kept, bdi })}
    </p>
  ) : null;
}

/**
 * The visit that was confirmed before the current visit, without its canceled parts, and with a link to it.
 * After a cancel the number of stamps is left out, because the cancel has changed it.
 */
function Before({ done: { visit, canceled } }: { done: Done }) {
  const t = useTranslations("till");
  const { customerName, sale, stampsLeft } = visit;
  const lines = visit.lines.filter(({ redemptionId }) => !canceled.includes(redemptionId));
  const names = lines.map(({ name }) => name).join(", ");
  const [first] = lines;
  const href = first ? `/redemptions/${first.redemptionId}` : `/sales/${sale?.id}`;
  return (
    <Notice tone="good">
      <p>
        <strong>
          <bdi>{customerName}</bdi>
          {": "}
          <bdi>{names || t("saleDone")}</bdi>
        </strong>{" "}
        {canceled.length ? null : t("leftNow", { count: stampsLeft })}{" "}
        <Link href={href} className={css.link}>
          #{first?.redemptionId ?? sale?.id}
        </Link>
      </p>
    </Notice>
  );
}

type LeaveProps = {
  /** The name of the customer to switch to; null to serve nobody. */
  to: string | null;
  name: string;
  onAnswer: (isSwitch: boolean) => void;
};

/** Asks whether to leave the current customer, whose basket is not confirmed. */
function Leave({ to, name, onAnswer }: LeaveProps) {
  const t = useTranslations("till");
  return (
    <Notice tone="warn">
      <p>
        <strong>{to === null ? t("leave") : t.rich("switch", { name: to, bdi })}</strong>{" "}
        {t.rich("switchAdvice", { name, bdi })}
      </p>
      <div className={css.actions}>
        <button type="button" className={css.button} onClick={() => onAnswer(true)}>
          {to === null ? t("discard") : t.rich("switchTo", { name: to, bdi })}
        </button>
        <button type="button" className={css.button} onClick={() => onAnswer(false)}>
          {t.rich("stayWith", { name, bdi })}
        </button>
      </div>
    </Notice>
  );
}

/** Names the scanned items whose customer is not known yet. */
function Waiting({ work: { till, back } }: { work: TillWork }) {
  const t = useTranslations("till");
  const names = basketOf(till.now).lines.map((line) => nameOfItem(line, undefined) ?? "");
  return (
    <Notice tone="plain">
      <p>{t.rich("waiting", { names: names.join(", "), count: names.length, bdi })}</p>
      <button type="button" className={css.button} onClick={back}>
        {t("putAway")}
      </button>
    </Notice>
  );
}
