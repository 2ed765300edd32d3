"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../rpc/client.ts";
import { CHANNEL } from "../state/confirmation-input.ts";
import type { Basket } from "../state/types.ts";

/** Longer than the pause between two keys of an amount. */
const PAUSE_MS = 200;

/**
 * Returns the stamps that a basket's sale would earn, and the promo codes and vouchers that its codes name.
 * Undefined until known. After a change, `stampsEarned` is null until the new answer; the rest stays.
 */
export function usePreview(customerId: number | null, storeId: number, basket: Basket) {
  const [total] = useDebouncedValue(basket.sale || null, PAUSE_MS);
  const promoCodes = basket.lines.flatMap((line) => (line.kind === "promo" ? [line.code] : []));
  const vouchers = basket.lines.flatMap((line) => (line.kind === "unowned" ? [line.code] : []));
  const isNeeded = total !== null || promoCodes.length > 0 || vouchers.length > 0;
  const { data, isPlaceholderData } = trpc.staff.visits.preview.useQuery(
    { storeId, total, promoCodes, vouchers, customerId: customerId ?? 0, channel: CHANNEL },
    { enabled: customerId !== null && isNeeded, placeholderData: keepPreviousData, staleTime: 0 },
  );
  if (!isNeeded || !data) return undefined;
  return { ...data, stampsEarned: isPlaceholderData ? null : data.stampsEarned };
}

export type Preview = NonNullable<ReturnType<typeof usePreview>>;
