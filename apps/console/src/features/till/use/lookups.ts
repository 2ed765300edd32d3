"use client";
import { useEffect } from "react";
import { noteAnotherMerchant } from "../../../rpc/another-merchant.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { onRefusedRead } from "../../../rpc/refused-read.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { land, landFailure } from "../state/land.ts";
import type { Act, Scan } from "../state/types.ts";

/** Looks up the code that was taken from the inbox. Sends one request for each code, one after another. */
export function useLookups(looking: Scan | null, act: Act): void {
  const api = useApi();
  useEffect(() => {
    if (!looking) return;
    let isOver = false;
    api.staff.till.lookup.query({ text: looking.text }).then(
      (matches) => {
        if (!isOver) act((till) => land(till, looking, matches));
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
  }, [looking, api, act]);
}
