"use client";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useIsReady } from "../../../ui/early/use-is-ready.ts";
import { Key } from "../../../ui/key.tsx";
import type { Basket, Step } from "../state/types.ts";
import css from "./basket.module.css";
import type { Confirming } from "./confirming.ts";

type ConfirmButtonProps = {
  now: Step;
  basket: Basket;
  count: number;
  isAtPin: boolean;
  state: Confirming;
};

/** The button that confirms, below the reason why it does nothing yet. */
export function ConfirmButton({ now, basket, count, isAtPin, state }: ConfirmButtonProps) {
  const t = useTranslations("till");
  const isReady = useIsReady();
  const id = useId();
  const words = basket.sale === null ? "redeem" : count ? "confirmVisit" : "recordSale";
  const { missing, canSend } = state;
  return (
    <>
      {missing ? (
        <p id={id} className={`${css.hint} ${css.missing}`}>
          {t(`missing.${missing}`)}
        </p>
      ) : null}
      <button
        type="submit"
        className={isAtPin ? `${css.primary} ${css.below}` : css.primary}
        // before the page's scripts run, the browser would submit the form itself and lose the visit
        disabled={!isReady}
        data-early={isReady ? undefined : true}
        aria-disabled={!isReady || !canSend}
        aria-describedby={missing ? id : undefined}
        data-busy={now.step === "confirming"}
      >
        {t(words, { count })} <Key>Enter</Key>
      </button>
    </>
  );
}
