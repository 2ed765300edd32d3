"use client";
import { useState } from "react";
import type { Failed } from "../../rpc/failure.ts";
import type { Given } from "./redeem.ts";
import { findUnanswered, noteOutcome } from "./unanswered.ts";

/** Without the PIN, which is not part of the request under a key. */
const detailsOf = ({ pin: _, ...details }: Given) => JSON.stringify(details);

/**
 * The input of a confirmation, and the key of its tries. If a try had no response, the same choice
 * continues under its key, even if staff left it meanwhile, so it is done only once.
 */
export function useAttempt(what: string, fresh: Given) {
  const [unanswered, setUnanswered] = useState(() => findUnanswered(what));
  const [key] = useState(() => unanswered?.key ?? crypto.randomUUID());
  const [given, setGiven] = useState<Given>({ ...(unanswered?.given ?? fresh), pin: "" });
  const isChanged = unanswered !== null && detailsOf(unanswered.given) !== detailsOf(given);
  return {
    ...{ key, given, setGiven, isChanged },
    isUnanswered: unanswered !== null,
    /** Records the outcome of a try with this input. */
    note: (tried: Given, failed: Failed | null) =>
      setUnanswered(noteOutcome(what, { key, given: tried }, failed)),
  };
}
