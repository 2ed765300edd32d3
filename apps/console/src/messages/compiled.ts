import compile from "icu-minify/compile";
import en from "./en.json";
import id from "./id.json";
import type { Locale } from "./locale.ts";

/**
 * Compiles each message to the form that `use-intl/format-message/format-only` reads. A plain text stays a
 * text.
 */
function compileAll(messages: object): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string" ? compile(message) : compileAll(message),
    ]),
  );
}

/**
 * Compiles all messages. The result has the type of the texts, so that the names of messages and values are
 * still checked.
 */
function compiled(messages: typeof en): typeof en {
  // the compiler's objects have no prototype, and React does not send such objects to the browser
  return JSON.parse(JSON.stringify(compileAll(messages)));
}

/** The compiled texts for the browser, by language. */
export const compiledMessages: Readonly<Record<Locale, typeof en>> = {
  en: compiled(en),
  id: compiled(id),
};
