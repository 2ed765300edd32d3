"use client";
import { type ReactNode, useMemo } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl/react";
import type en from "./en.json";

/** Some groups of the texts. */
type Groups = Partial<typeof en>;
type WordsProps = {
  locale: string;
  messages: Groups;
  /** The server's time when it made the page. Default: that of the texts above. */
  now?: Date;
  children: ReactNode;
};

/**
 * Provides texts in the person's language. UTC is only a default that is never used: each place that shows a
 * time sets its zone.
 */
export function Words({ locale, messages, now, children }: WordsProps) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC" {...(now && { now })}>
      {children}
    </IntlProvider>
  );
}

/** Provides more groups of texts to its children. */
export function MoreWords({ messages, children }: Omit<WordsProps, "locale" | "now">) {
  const locale = useLocale();
  const above = useMessages();
  const all = useMemo(() => ({ ...above, ...messages }), [above, messages]);
  return (
    <Words locale={locale} messages={all}>
      {children}
    </Words>
  );
}
