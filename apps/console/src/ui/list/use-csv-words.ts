"use client";
import { useMessages } from "use-intl/react";
import { csvWords, type Messages } from "./csv-words.ts";

/**
 * Returns the words for codes in a list's file: the same words as on the screen, in the person's language.
 */
export function useCsvWords(groupsOf: (messages: Messages) => Parameters<typeof csvWords>[1]) {
  // the cast is safe: the provider (messages/words.tsx) has only these messages
  const messages = useMessages() as Messages;
  return csvWords(messages, groupsOf(messages));
}
