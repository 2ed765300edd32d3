"use client";
import { useMessages } from "use-intl/react";
import { csvWords, type Messages } from "./csv-words.ts";

/** What a list's file calls codes: what the screen does, in its language. */
export function useCsvWords(groupsOf: (messages: Messages) => Parameters<typeof csvWords>[1]) {
  // the provider is given no others: messages/words.tsx
  const messages = useMessages() as Messages;
  return csvWords(messages, groupsOf(messages));
}
