"use client";
import { trpc } from "./client.ts";

/** The service for calls in a sequence, not as a query on a page. */
export function useApi() {
  return trpc.useUtils().client;
}

export type Api = ReturnType<typeof useApi>;
