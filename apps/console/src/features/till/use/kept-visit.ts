"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { isBasketEmpty } from "../state/basket.ts";
import { basketOf, servedBy } from "../state/steps.ts";
import type { Step, Till } from "../state/types.ts";

type Kept = { readonly place: string; readonly step: Step };

/**
 * The unconfirmed visit that staff left for another page. In memory only, because its codes can be spent by
 * whoever has them.
 */
let kept: Kept | null = null;

const keptIn = (place: string) => (kept?.place === place ? kept.step : null);

/** Returns the kept visit if it is of the same customer as `opened`, which then has no newer basket. */
export function withKept(place: string, opened: Step): Step {
  const step = keptIn(place);
  const isSame = step !== null && servedBy(step) === servedBy(opened);
  if (!isSame || opened.step !== step.step) return opened;
  kept = null;
  return step;
}

/**
 * Keeps the visit when the page is left, if something is in its basket. `visit` is the visit that was kept
 * before, of another customer. `place` names the merchant and the store: no other till offers the visit.
 */
export function useKeptVisit(place: string, now: Step, latest: Readonly<RefObject<Till>>) {
  const [visit, setVisit] = useState(() => keptIn(place));
  const at = useRef(place);
  useEffect(() => {
    at.current = place;
    setVisit(keptIn(place));
  }, [place]);
  useEffect(
    () => () => {
      const { now: step } = latest.current;
      const isOpen = step.step === "visit" || step.step === "empty";
      if (isOpen && !isBasketEmpty(basketOf(step))) kept = { place: at.current, step };
    },
    [latest],
  );
  const discard = () => {
    kept = null;
    setVisit(null);
  };
  // the customer was served again, so the kept visit would be a second one
  const isServed = visit !== null && now.step === "receipt" && now.customerId === servedBy(visit);
  useEffect(() => {
    if (!isServed) return;
    kept = null;
    setVisit(null);
  }, [isServed]);
  return { visit, discard };
}
