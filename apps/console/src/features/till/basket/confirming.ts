import { useFieldWords } from "../../../ui/form/field-words.ts";
import { isConnected } from "../state/inbox.ts";
import { basketOf, servedBy } from "../state/steps.ts";
import type { Card } from "../state/types.ts";
import { usePin } from "../use/pin.ts";
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
