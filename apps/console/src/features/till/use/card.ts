"use client";
import { useCallback } from "react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { withVouchers } from "../state/card.ts";
import type { Basket, Card } from "../state/types.ts";

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

/**
 * Returns a function that reads a customer's card again if this customer is served. Used after each look-up,
 * because since the card was read, a voucher may have been issued or spent, or the PIN unblocked.
 */
export function useReread() {
  const utils = trpc.useUtils();
  return useCallback(
    (customerId: number) => void utils.staff.till.customer.invalidate({ customerId }),
    [utils],
  );
}

/**
 * Returns the card with all vouchers of the basket that the customer holds. A card lists the customer's first
 * 100 vouchers, so a scanned voucher may be missing.
 */
export function useWholeCard(
  card: Card | undefined,
  { lines }: Basket,
  storeId: number,
): Card | undefined {
  const listed = new Set(card?.vouchers.map(({ id }) => id));
  const missing = lines.flatMap((line) =>
    card && line.kind === "voucher" && !listed.has(line.id) ? [line.id] : [],
  );
  const reads = trpc.useQueries((t) =>
    missing.map((voucherId) => t.staff.vouchers.get({ voucherId, storeId }, { staleTime: 0 })),
  );
  return (
    card &&
    withVouchers(
      card,
      reads.flatMap(({ data }) => data ?? []),
    )
  );
}
