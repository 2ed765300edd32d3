"use client";
import { IconChevronUp } from "@tabler/icons-react";
import { type MouseEvent, type RefObject, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useIsReady } from "../../../ui/early/use-is-ready.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { Key } from "../../../ui/key.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import type { Store } from "../../session/desk.tsx";
import { isBasketEmpty, nameOfLine } from "../state/basket.ts";
import { isConnected } from "../state/inbox.ts";
import { basketOf, servedBy } from "../state/steps.ts";
import type { Card, Step } from "../state/types.ts";
import { usePin } from "../use/pin.ts";
import { usePreview } from "../use/preview.ts";
import type { TillWork } from "../use/till.ts";
import { Afterwards } from "./afterwards.tsx";
import css from "./basket.module.css";
import { BasketLine } from "./basket-line.tsx";
import { PIN_LENGTH } from "./pin-pad.tsx";
import { PinStep } from "./pin-step.tsx";
import { canBeTaken } from "./problems.ts";
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

/** The customer's items and purchase, and the button that confirms both. On a phone, a bar that opens. */
export function BasketPane({ work, card, store, form }: BasketPaneProps) {
  const t = useTranslations("till");
  const { till, confirmation } = work;
  const { now } = till;
  const basket = basketOf(now);
  const [isOpen, setOpen] = useState(false);
  const pinInput = useRef<HTMLInputElement>(null);
  const preview = usePreview(servedBy(now), store.id, basket);
  const isReady = useIsReady();
  const isSent = now.step === "confirming" || now.step === "checking";
  const note = now.step === "visit" ? now.note : null;
  const failed = note === "unanswered" ? null : note;
  const errorOf = useFieldWords(failed);
  const [pin, setPin] = usePin(servedBy(now), failed);
  useUnsaved(isSent, t("stillRedeeming"));

  const count = basket.lines.reduce((sum, line) => sum + ("qty" in line ? line.qty : 1), 0);
  const needsPin = card?.needsPin === true && basket.lines.length > 0;
  const isPinShut = needsPin && card.credentials.pin.state !== "open";
  const isComplete = card !== undefined && !isPinShut && canBeTaken(basket, card, preview);
  const canSend = isComplete && !isSent && till.question === null && isConnected(till);

  function submit() {
    setOpen(true);
    if (!canSend) {
      const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-missing]");
      return wrong?.focus();
    }
    if (needsPin && pin.length < PIN_LENGTH) return pinInput.current?.focus();
    confirmation.send(needsPin ? pin : null);
  }

  const words = basket.sale === null ? "redeem" : count ? "confirmVisit" : "recordSale";
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
            invoiceError={errorOf("invoiceNumber")}
          />
        )}
        {card && !isBasketEmpty(basket) ? <Afterwards {...{ basket, card, preview }} /> : null}
        {needsPin ? (
          <PinStep
            card={card}
            input={pinInput}
            value={pin}
            onChange={setPin}
            error={errorOf("pin")}
          />
        ) : null}
        <LastTry now={now} />
      </div>
      {servedBy(now) === null ? null : (
        <button
          type="submit"
          className={css.primary}
          // before the page's scripts run, the browser would submit the form itself and lose the visit
          disabled={!isReady}
          data-early={isReady ? undefined : true}
          aria-disabled={!isReady || !canSend}
          data-busy={now.step === "confirming"}
        >
          {t(words, { count })} <Key>Enter</Key>
        </button>
      )}
    </form>
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
