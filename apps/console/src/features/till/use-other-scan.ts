"use client";
import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import type { Given } from "./redeem.ts";
import { useScans } from "./use-scans.ts";

type OtherScan = {
  form: RefObject<HTMLFormElement | null>;
  given: Given;
  setGiven: (given: Given) => void;
  /** The codes that opened the confirmation; scanning one again does nothing. */
  codes: readonly (string | null)[];
  isBusy: boolean;
  /** Receives the code of a scan during a redemption. */
  waiting: RefObject<string | null>;
  onScan: (code: string) => void;
  onBack: () => void;
};

/** Fields with this attribute expect a scan. */
export const takesScans = { "data-takes-scans": true };

/**
 * A scan during a confirmation never redeems. Another code leaves the confirmation and is looked up.
 * While a redemption runs, the scan waits and is looked up afterwards.
 */
export function useOtherScan(props: OtherScan) {
  const { form, given, setGiven, codes, isBusy, waiting, onScan, onBack } = props;
  const before = useRef(given);
  useScans(form, {
    onStart: () => {
      before.current = given;
    },
    onScan: (code, target) => {
      // a customer's keypad may send the PIN as fast
      if (target.matches("[type=password]") && /^\d{1,6}$/.test(code)) return false;
      const isAsked = target.matches("[data-takes-scans]");
      const isSame = codes.some((known) => known?.toUpperCase() === code.toUpperCase());
      if (!isAsked) flushSync(() => setGiven(before.current));
      if (target instanceof HTMLInputElement) target.select();
      if (isAsked || isSame) return true;
      if (isBusy) waiting.current = code;
      else onScan(code);
      return true;
    },
    onEscape: () => {
      if (!isBusy) onBack();
    },
  });
}
