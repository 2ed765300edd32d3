"use client";
import { useEffect, useState } from "react";
import type { Failed } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { isConnected } from "../state/inbox.ts";
import { basketOf, servedBy } from "../state/steps.ts";
import type { Card } from "../state/types.ts";
import type { Preview } from "../use/preview.ts";
import type { TillWork } from "../use/till.ts";
import { canBeTaken, missingOf } from "./problems.ts";

/** Returns whether the visit can be confirmed, what is missing, and the PIN. */
export function useConfirming(
  { till }: TillWork,
  card: Card | undefined,
  preview: Preview | undefined,
) {
  const { now } = till;
  const basket = basketOf(now);
  const isSent = now.step === "confirming" || now.step === "checking";
  const note = now.step === "visit" ? now.note : null;
  const failed = note === "unanswered" ? null : note;
  const errorOf = useFieldWords(failed);
  const pin = usePin(servedBy(now), failed);
  const needsPin = card?.needsPin === true && basket.lines.length > 0;
  const isPinShut = needsPin && card.credentials.pin.state !== "open";
  const isComplete = card !== undefined && !isPinShut && canBeTaken(basket, card, preview);
  const canSend = isComplete && !isSent && till.question === null && isConnected(till);
  const missing = card ? missingOf(basket, card, preview) : null;
  return { pin, isSent, errorOf, needsPin, isPinShut, isComplete, canSend, missing };
}

export type Confirming = ReturnType<typeof useConfirming>;

/**
 * Returns the PIN in the field, and whether the basket asks for it. The PIN is of one customer: the field is
 * empty, and is asked for again, when the visit ends or another customer is served. A refusal clears the PIN,
 * because a PIN is for one try. A lost answer does not clear it, so that staff can send the same try again.
 */
function usePin(customerId: number | null, failed: Failed | null) {
  const [pin, setPin] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [last, setLast] = useState(customerId);
  if (last !== customerId) {
    setLast(customerId);
    setPin("");
    setAsked(false);
  }
  useEffect(() => {
    if (failed) setPin("");
  }, [failed]);
  return { pin, setPin, isAsked, setAsked };
}
