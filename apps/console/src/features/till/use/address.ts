"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { readAddress, writeAddress } from "../state/address.ts";
import { openTill, servedBy } from "../state/steps.ts";
import type { Act, Step } from "../state/types.ts";

function hrefOf(now: Step): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(writeAddress(now)))
    if (value !== null) query.set(name, value);
  return query.size ? `/till?${query}` : "/till";
}

/** Whether a step continues the entry of the history that the one before has made. */
function isSameEntry(before: Step, now: Step): boolean {
  const isNew = before.step === "empty" || before.step === "receipt";
  return !isNew && servedBy(before) === servedBy(now);
}

/**
 * Keeps the visit in the page's address. Each visit is one entry of the history, and its receipt takes
 * the entry's place, so Back never leads to a basket that was confirmed.
 */
export function useVisitAddress(now: Step, act: Act): void {
  const search = useSearchParams().toString();
  const written = useRef({ href: hrefOf(now), now });
  // what was written and the router does not show yet: for a moment it goes back to an earlier one
  const pending = useRef<readonly string[]>([]);

  useEffect(() => {
    const href = hrefOf(now);
    const { href: before, now: last } = written.current;
    written.current = { href, now };
    if (href === before) return;
    pending.current = [...pending.current, href];
    if (isSameEntry(last, now)) window.history.replaceState(null, "", href);
    else window.history.pushState(null, "", href);
  }, [now]);

  // Back, Forward, or a link to the till
  useEffect(() => {
    const query = new URLSearchParams(search);
    const step = readAddress((name) => query.get(name));
    const href = hrefOf(step);
    const own = pending.current.indexOf(href);
    pending.current = pending.current.slice(own + 1);
    if (own >= 0 || href === written.current.href) return;
    written.current = { href, now: step };
    act((till) => ({ ...openTill(step), inbox: till.inbox, scans: till.scans }));
  }, [search, act]);
}
