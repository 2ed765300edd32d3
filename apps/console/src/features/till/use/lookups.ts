"use client";
import { useEffect } from "react";
import { noteAnotherMerchant } from "../../../rpc/another-merchant.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { onRefusedRead } from "../../../rpc/refused-read.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { land, landFailure } from "../state/land.ts";
import type { Act, Scan } from "../state/types.ts";
import { useReread } from "./card.ts";

/**
 * Looks up the code that was taken from the inbox, for the till's store. Sends one request for each code, one
 * after another.
 */
export function useLookups(looking: Scan | null, storeId: number | null, act: Act): void {
  const api = useApi();
  const reread = useReread();
  useEffect(() => {
    if (!looking) return;
    let isOver = false;
    api.staff.till.lookup.query({ text: looking.text, storeId }).then(
      (matches) => {
        if (isOver) return;
        act((till) => land(till, looking, matches));
        for (const { id } of matches.customers) reread(id);
        for (const { customer } of matches.vouchers) if (customer) reread(customer.id);
      },
      (error: unknown) => {
        if (isOver) return;
        noteAnotherMerchant(error);
        onRefusedRead(error);
        act((till) => landFailure(till, looking, failureOf(error)));
      },
    );
    return () => {
      isOver = true;
    };
  }, [looking, storeId, api, act, reread]);
}
