"use client";
import { trpc } from "./client.ts";

/** Returns the service's client without hooks, for calls in a sequence. */
export function useApi() {
  return trpc.useUtils().client;
}

export type Api = ReturnType<typeof useApi>;
