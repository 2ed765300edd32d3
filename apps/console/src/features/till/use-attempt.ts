"use client";
import { useState } from "react";
import type { Failed } from "../../rpc/failure.ts";
import type { Given } from "./redeem.ts";
import { findUnanswered, noteOutcome } from "./unanswered.ts";

/** But the PIN, which is part of no request that a key stands for. */
const detailsOf = ({ pin: _, ...details }: Given) => JSON.stringify(details);

/**
 * What a confirmation was told, and the key of its tries. Where a try had no answer, the same goes on
 * under its key, also when it was left meanwhile: it is done once, whatever came of the first.
 */
export function useAttempt(what: string, fresh: Given) {
  const [unanswered, setUnanswered] = useState(() => findUnanswered(what));
  const [key] = useState(() => unanswered?.key ?? crypto.randomUUID());
  const [given, setGiven] = useState<Given>({ ...(unanswered?.given ?? fresh), pin: "" });
  const isChanged = unanswered !== null && detailsOf(unanswered.given) !== detailsOf(given);
  return {
    ...{ key, given, setGiven, isChanged },
    isUnanswered: unanswered !== null,
    /** What came of a try with what was given then. */
    note: (tried: Given, failed: Failed | null) =>
      setUnanswered(noteOutcome(what, { key, given: tried }, failed)),
  };
}
