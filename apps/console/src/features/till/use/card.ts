"use client";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";

/** Reads the card of a customer at a store. The card is undefined without a customer, and while it loads. */
export function useCard(customerId: number | null, storeId: number | null) {
  const { data, error, isLoading } = trpc.staff.till.customer.useQuery(
    { customerId: customerId ?? 0, storeId: storeId ?? 0 },
    // not cached, because an old card would offer items that have been spent since
    { enabled: customerId !== null && storeId !== null, staleTime: 0, gcTime: 0 },
  );
  if (customerId === null) return { card: undefined, failed: null, isLoading: false };
  return { card: data, failed: data ? null : error && failureOf(error), isLoading };
}
