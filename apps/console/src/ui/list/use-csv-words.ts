"use client";
import { useMessages } from "use-intl/react";
import { csvWords, type Messages } from "./csv-words.ts";

/** The words for codes in a list's file: the same as on the screen, in its language. */
export function useCsvWords(groupsOf: (messages: Messages) => Parameters<typeof csvWords>[1]) {
  // the provider only has these messages: messages/words.tsx
  const messages = useMessages() as Messages;
  return csvWords(messages, groupsOf(messages));
}
