"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import type { Matches } from "../state/types.ts";

/** The pause between keys before a look-up. A scanner types a whole code in less time. */
const PAUSE_MS = 120;

/**
 * Returns the `matches` of the text in the field, while staff type. They are undefined for fewer than two
 * characters, and until the first answer. A voucher's state is the one in the store.
 */
export function useMatches(text: string, storeId: number) {
  const typed = text.trim();
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const lookup = trpc.staff.till.lookup.useQuery(
    { text: searched, storeId },
    { enabled: searched.length > 1, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const canMatch = typed.length > 1;
  const matches: Matches | undefined = canMatch ? lookup.data : undefined;
  return {
    matches,
    failed: lookup.error && canMatch ? failureOf(lookup.error) : null,
    /** Whether the matches are those of the typed text; only then can a line be chosen. */
    isListed: searched === typed && lookup.isSuccess && !lookup.isPlaceholderData,
  };
}
