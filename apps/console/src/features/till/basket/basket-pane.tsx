"use client";
import { IconChevronUp } from "@tabler/icons-react";
import Link from "next/link";
import { type MouseEvent, type ReactNode, type RefObject, useState } from "react";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../../rpc/customer-name.ts";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import type { Store } from "../../session/desk.tsx";
import { isBasketEmpty, nameOfLine } from "../state/basket.ts";
import { nameOfItem } from "../state/names.ts";
import { basketOf, servedBy } from "../state/steps.ts";
import type { Basket, Card, Step } from "../state/types.ts";
import { type Preview, usePreview } from "../use/preview.ts";
import type { TillWork } from "../use/till.ts";
import { Afterwards } from "./afterwards.tsx";
import css from "./basket.module.css";
import { BasketLine } from "./basket-line.tsx";
import { ConfirmButton } from "./confirm-button.tsx";
import { type Confirming, useConfirming } from "./confirming.ts";
import { PIN_LENGTH, PinPad } from "./pin-pad.tsx";
import { Sale } from "./sale.tsx";

type BasketPaneProps = {
  work: TillWork;
  card: Card | undefined;
  store: Store;
  form: RefObject<HTMLFormElement | null>;
};

/**
 * Keeps the focus in a field when a button of the basket is pressed. Otherwise the field's keypad would
 * vanish while the finger is down, and the tap would miss the button.
 */
function keepFocus(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
}

/**
 * The customer's items and purchase, and the button that confirms both. On a phone, a bar that opens. If a
 * PIN is needed, the button leads to the PIN, which has the whole pane.
 */
export function BasketPane({ work, card, store, form }: BasketPaneProps) {
  const t = useTranslations("till");
  const { now } = work.till;
  const basket = basketOf(now);
  const [isOpen, setOpen] = useState(false);
  const preview = usePreview(servedBy(now), store.id, basket);
  const state = useConfirming(work, card, preview);
  const { pin, isSent, needsPin } = state;
  useUnsaved(isSent, t("stillRedeeming"));
  const isAtPin = needsPin && pin.isAsked && (state.isComplete || isSent);
  const count = basket.lines.reduce((sum, line) => sum + ("qty" in line ? line.qty : 1), 0);

  function submit() {
    setOpen(true);
    if (!state.canSend) return focusWrong(form.current);
    if (needsPin && !isAtPin) return pin.setAsked(true);
    if (needsPin && pin.pin.length < PIN_LENGTH) return focusWrong(form.current);
    work.confirmation.send(needsPin ? pin.pin : null);
  }

  return (
    <form
      ref={form}
      className={css.pane}
      aria-label={t("basket")}
      data-open={isOpen}
      data-idle={now.step === "empty" && isBasketEmpty(basket)}
      noValidate
      onMouseDown={keepFocus}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <button
        type="button"
        className={css.bar}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronUp size={20} aria-hidden />
        {t("items", { count })}
      </button>
      {isAtPin && card ? (
        <AtPin {...{ card, work, basket, state }} />
      ) : (
        <Contents {...{ card, work, basket, preview, state }} />
      )}
      {servedBy(now) === null ? null : (
        <ConfirmButton {...{ now, basket, count, isAtPin, state }} />
      )}
      {isAtPin ? (
        <button
          type="button"
          className={`${css.button} ${css.back}`}
          aria-disabled={isSent}
          onClick={() => isSent || pin.setAsked(false)}
        >
          {t("back")}
        </button>
      ) : null}
    </form>
  );
}

/** Moves the focus to the first field that is wrong or missing. */
function focusWrong(form: HTMLElement | null) {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [data-missing]")?.focus();
}

type ContentsProps = Pick<BasketPaneProps, "work" | "card"> & {
  basket: Basket;
  preview: Preview | undefined;
  state: Confirming;
};

/** The basket's lines and its sale, what the customer has afterwards, and the result of the last try. */
function Contents({ work, card, basket, preview, state }: ContentsProps) {
  const t = useTranslations("till");
  const { now } = work.till;
  return (
    <div className={css.body}>
      <h2 className={css.title}>{t("basket")}</h2>
      {isBasketEmpty(basket) ? <p className={css.hint}>{t("basketEmpty")}</p> : null}
      <ul className={css.lines}>
        {basket.lines.map((line) => (
          <BasketLine
            key={nameOfLine(line)}
            {...{ line, card, preview }}
            onChange={work.setLine}
            onRemove={() => work.remove(nameOfLine(line))}
          />
        ))}
      </ul>
      {servedBy(now) === null ? null : (
        <Sale
          key={servedBy(now)}
          {...{ basket, preview, work }}
          invoiceError={state.errorOf("invoiceNumber")}
        />
      )}
      {card && !isBasketEmpty(basket) ? <Afterwards {...{ basket, card, preview }} /> : null}
      {card && state.isPinShut ? <PinShut card={card} /> : null}
      <LastTry now={now} />
    </div>
  );
}

type AtPinProps = Pick<ContentsProps, "work" | "basket" | "state"> & { card: Card };

/** The customer's PIN, for the items that are named above it. */
function AtPin({ work, card, basket, state: { pin, errorOf } }: AtPinProps) {
  const names = basket.lines.map((line) => nameOfItem(line, card) ?? "").join(", ");
  return (
    <div className={css.body}>
      <h2 className={css.title}>
        <bdi>{nameOf(card.customer)}</bdi>
      </h2>
      <p className={css.hint}>
        <bdi>{names}</bdi>
      </p>
      <PinPad
        value={pin.pin}
        attemptsLeft={card.credentials.pin.attemptsLeft}
        onChange={pin.setPin}
        error={errorOf("pin")}
      />
      <LastTry now={work.till.now} />
    </div>
  );
}

/** The result of the last try to confirm the visit. */
function LastTry({ now }: { now: Step }) {
  const t = useTranslations("till");
  if (now.step === "checking")
    return <Notice tone="plain">{t(now.isRunning ? "stillRunning" : "checking")}</Notice>;
  if (now.step !== "visit" || now.note === null) return null;
  if (now.note === "unanswered") return <Notice tone="warn">{t("unanswered")}</Notice>;
  const isAtField = ["pin", "invoiceNumber"].includes(now.note.field ?? "");
  return isAtField ? null : <Refusal failed={now.note} />;
}

/** Says why no PIN can be entered: it is blocked, or none is set. */
function PinShut({ card }: { card: Card }) {
  const t = useTranslations("till");
  const { state } = card.credentials.pin;
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
