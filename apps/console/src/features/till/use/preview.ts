"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../rpc/client.ts";
import { CHANNEL } from "../state/confirmation-input.ts";
import type { Basket } from "../state/types.ts";

/** Longer than the pause between two keys of an amount. */
const PAUSE_MS = 200;

/**
 * Returns the stamps that a basket's sale would earn, and the items behind its codes. Undefined until known.
 */
export function usePreview(customerId: number | null, storeId: number, basket: Basket) {
  const [total] = useDebouncedValue(basket.sale || null, PAUSE_MS);
  const promoCodes = basket.lines.flatMap((line) => (line.kind === "promo" ? [line.code] : []));
  const vouchers = basket.lines.flatMap((line) => (line.kind === "unowned" ? [line.code] : []));
  const isNeeded = total !== null || promoCodes.length > 0 || vouchers.length > 0;
  const { data } = trpc.staff.visits.preview.useQuery(
    { ...{ storeId, total, promoCodes, vouchers }, customerId: customerId ?? 0, channel: CHANNEL },
    { enabled: customerId !== null && isNeeded, placeholderData: keepPreviousData, staleTime: 0 },
  );
  return isNeeded ? data : undefined;
}

export type Preview = NonNullable<ReturnType<typeof usePreview>>;
