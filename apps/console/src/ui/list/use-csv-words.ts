"use client";
import { useMessages } from "use-intl/react";
import { csvWords, type Messages } from "./csv-words.ts";

/**
 * Returns the words for codes in a list's file: the same words as on the screen, in the person's language.
 */
export function useCsvWords(groupsOf: (messages: Messages) => Parameters<typeof csvWords>[1]) {
  // the cast is safe: a page gets every group that its code names (scripts/words/groups-of-pages.ts)
  const messages = useMessages() as Messages;
  return csvWords(messages, groupsOf(messages));
}
