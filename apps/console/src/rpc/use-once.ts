"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { withKey } from "./client.ts";
import { failureOf } from "./failure.ts";
import { type Api, useApi } from "./use-api.ts";

type Once<Input, Output> = {
  readonly send: (api: Api, input: Input, options: ReturnType<typeof withKey>) => Promise<Output>;
  readonly onSuccess: (output: Output, input: Input) => unknown;
};

/**
 * Returns a mutation that must not be done twice, such as adding stamps. All tries of a form send the same
 * idempotency key until a try succeeds, or the service refuses the key because of other input. So a try that
 * is repeated after a lost response is done once.
 */
export function useOnce<Input, Output>({ send, onSuccess }: Once<Input, Output>) {
  const api = useApi();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (input: Input) => {
      key.current ??= crypto.randomUUID();
      return send(api, input, withKey(key.current));
    },
    onSuccess: (output, input) => {
      key.current = null;
      return onSuccess(output, input);
    },
    onError: (error) => {
      // an earlier try with other input was done under this key, so the next try needs a new key
      if (failureOf(error).code === "idempotency_key_reused") key.current = null;
    },
  });
}
