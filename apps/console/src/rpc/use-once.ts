"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { withKey } from "./client.ts";
import { failureOf } from "./failure.ts";
import { type Api, useApi } from "./use-api.ts";

type Once<Input, Output> = {
  readonly send: (api: Api, input: Input, options: ReturnType<typeof withKey>) => Promise<Output>;
  readonly onSuccess: (output: Output) => unknown;
};

/**
 * A change that gives something. If it is submitted again after a lost response, it is done once: each
 * try of a form has the same key until the service has reported the outcome.
 */
export function useOnce<Input, Output>({ send, onSuccess }: Once<Input, Output>) {
  const api = useApi();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (input: Input) => {
      key.current ??= crypto.randomUUID();
      return send(api, input, withKey(key.current));
    },
    onSuccess: (output) => {
      key.current = null;
      return onSuccess(output);
    },
    onError: (error) => {
      // the first try was done, and its outcome is on the screen
      if (failureOf(error).code === "idempotency_key_reused") key.current = null;
    },
  });
}
