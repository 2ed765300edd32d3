"use client";
import { useState } from "react";
import { type Failed, failureOf } from "../../rpc/failure.ts";
import type { ChosenStores } from "./store-choice.tsx";

type Call = { readonly error: unknown; readonly reset: () => void };

/**
 * Returns `withStores` for a form with a `StoreChoice`. It passes the stores to `send`, or refuses the form if
 * none is chosen: the service reads an empty list as every store. `failed` is that refusal, or the call's.
 */
export function useWithStores(call: Call) {
  const [refusal, setRefusal] = useState<Failed | null>(null);
  function withStores(stores: ChosenStores, send: (stores: number[]) => void) {
    // a new object each time, so that the field gets the focus again
    setRefusal(stores ? null : { code: "required", field: "stores", message: "", errors: {} });
    if (stores) send([...stores]);
    else call.reset();
  }
  return { withStores, failed: refusal ?? (call.error ? failureOf(call.error) : null) };
}
