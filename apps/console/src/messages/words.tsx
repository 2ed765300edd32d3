"use client";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import type en from "./en.json";

type WordsProps = { locale: string; messages: typeof en; children: ReactNode };

/** Texts in the person's language. Each place that shows a time sets its zone. */
export function Words({ locale, messages, children }: WordsProps) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
