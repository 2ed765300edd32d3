"use client";
import { useEffect, useState } from "react";
import type { Failed } from "../../../rpc/failure.ts";

/**
 * Returns the PIN in the field, and whether the basket asks for it. The PIN is of one customer: the field is
 * empty, and is asked for again, when the visit ends or another customer is served. A refusal clears the PIN,
 * because a PIN is for one try. A lost answer does not clear it, so that staff can send the same try again.
 */
export function usePin(customerId: number | null, failed: Failed | null) {
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
