"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { readAddress, writeAddress } from "../state/address.ts";
import { openTill, servedBy } from "../state/steps.ts";
import type { Act, Step } from "../state/types.ts";

function hrefOf(now: Step): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(writeAddress(now)))
    if (value !== null) query.set(name, value);
  return query.size ? `/till?${query}` : "/till";
}

/** Whether a step keeps the browser's history entry of the previous step. */
function isSameEntry(before: Step, now: Step): boolean {
  if (before === now) return true;
  const isNew = before.step === "empty" || before.step === "receipt";
  return !isNew && servedBy(before) === servedBy(now);
}

/**
 * Writes the visit to the page's address. Each visit is one entry of the browser's history. Its receipt
 * replaces that entry, so Back never leads to a basket that was confirmed.
 */
export function useVisitAddress(now: Step, act: Act): void {
  const search = useSearchParams().toString();
  const shown = search ? `/till?${search}` : "/till";
  const written = useRef({ href: shown, now });
  // Addresses that the router has not shown yet, oldest first. The router may show an address late, when the
  // next visit has begun. A late address must not replace that visit.
  const pending = useRef<readonly string[]>([]);

  // A layout effect, so that the address changes before the step is painted. Otherwise a person could press
  // Back on this step before its address is written. The browser would then leave the previous step's entry,
  // and this step's address would overwrite the entry that the person went back to.
  useLayoutEffect(() => {
    const { href: before, now: last } = written.current;
    // A step that was read from the address keeps its address. A receipt that is opened again is first in the
    // step `checking`. If that step's address were written meanwhile, a Back at that moment would be lost.
    if (now === last) return;
    const href = hrefOf(now);
    written.current = { href, now };
    if (href === before) return;
    pending.current = [...pending.current, href];
    if (isSameEntry(last, now)) window.history.replaceState(null, "", href);
    else window.history.pushState(null, "", href);
  }, [now]);

  const open = useCallback(
    (href: string) => {
      const query = new URLSearchParams(href.split("?")[1]);
      const step = readAddress((name) => query.get(name));
      written.current = { href, now: step };
      act(({ looking, inbox, scans }) => ({
        ...openTill(step),
        scans,
        inbox: looking ? [looking, ...inbox] : inbox,
      }));
    },
    [act],
  );

  // On Back and Forward, opens the visit at the new address. The effect below can miss the move: `shown` does
  // not change if the router has not yet shown the address that the person left.
  useEffect(() => {
    const onMove = () => {
      const { pathname, search: query } = window.location;
      const href = pathname + query;
      if (pathname !== "/till" || href === written.current.href) return;
      pending.current = [...pending.current, href];
      open(href);
    };
    window.addEventListener("popstate", onMove);
    return () => window.removeEventListener("popstate", onMove);
  }, [open]);

  // a link to the till opens the visit in its address
  useEffect(() => {
    const own = pending.current.indexOf(shown);
    pending.current = pending.current.slice(own + 1);
    if (own >= 0 || shown === written.current.href) return;
    open(shown);
  }, [shown, open]);
}
