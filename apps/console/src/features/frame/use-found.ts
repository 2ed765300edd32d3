import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { factsOf, nameOf } from "../../rpc/customer-name.ts";
import { type Failed, failureOf } from "../../rpc/failure.ts";
import { useDayWords } from "../../ui/moment.tsx";
import { useDesk } from "../session/desk.tsx";
import { sections } from "../settings/sections.ts";
import { commands, morePages } from "./commands.ts";
import { places } from "./places.ts";

export type Found = { readonly href: string; readonly title: string; readonly hint: string };

type Finds = {
  /** Pages and commands, then records. Records arrive later, so they come last and move no other entry. */
  readonly found: readonly Found[];
  /** The number of pages and commands in `found`. */
  readonly known: number;
  /** Whether the records belong to the current text. */
  readonly isReady: boolean;
  readonly failed: Failed | null;
};

const PAUSE_MS = 150;

/**
 * Finds pages and commands by a text, or all if the text is empty. Finds records if the text has two
 * characters or a digit.
 */
export function useFound(text: string): Finds {
  const typed = text.trim();
  const named = useNamed(typed.toLowerCase());
  const [wanted] = useDebouncedValue(typed, PAUSE_MS);
  const isSearched = /..|[0-9]/.test(typed);
  const { data, error, isPlaceholderData } = trpc.staff.find.useQuery(
    { text: wanted },
    { enabled: /..|[0-9]/.test(wanted), placeholderData: keepPreviousData },
  );
  const records = useRecords(isSearched ? data : undefined);
  const isAnswered = error !== null || (data !== undefined && !isPlaceholderData);
  return {
    found: [...named, ...records],
    known: named.length,
    isReady: !isSearched || (wanted === typed && isAnswered),
    failed: error && failureOf(error),
  };
}

/** Returns the pages and commands that match. Each word of the text must begin a word of the title. */
function useNamed(text: string): readonly Found[] {
  const t = useTranslations("palette");
  const frame = useTranslations("frame");
  const settings = useTranslations("settings");
  const { may } = useDesk();
  const all = [
    ...places.map(({ name, ...one }) => ({ ...one, title: frame(name), hint: t("page") })),
    ...morePages.map(({ name, ...one }) => ({
      ...one,
      title: t(`pages.${name}`),
      hint: t("page"),
    })),
    ...commands.map(({ name, ...one }) => ({
      ...one,
      title: t(`commands.${name}`),
      hint: t("command"),
    })),
    ...sections.map(({ name, ...one }) => ({
      ...one,
      title: settings(`names.${name}`),
      hint: frame("settings"),
    })),
  ];
  return all
    .filter(({ title, needs }) => may(needs) && begins(title, text))
    .map(({ href, title, hint }) => ({ href, title, hint }));
}

function begins(title: string, text: string): boolean {
  const words = title.toLowerCase().split(/\s+/);
  return text.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

function useRecords(data: Outputs["staff"]["find"] | undefined): readonly Found[] {
  const t = useTranslations("palette");
  const dayOf = useDayWords();
  if (!data) return [];
  return [
    ...data.vouchers.map(({ id, code, name }) => ({
      href: `/vouchers/${id}`,
      title: `${name} · ${code}`,
      hint: t("voucher"),
    })),
    ...data.customers.map((customer) => ({
      href: `/customers/${customer.id}`,
      title: nameOf(customer) || `#${customer.id}`,
      hint: factsOf(customer).join(" · ") || t("customer"),
    })),
    ...data.bookings.map(({ id, customer, user, ...booking }) => ({
      href: `/bookings/${id}`,
      title: `${customer?.name || user} · ${dayOf(booking.date)} ${booking.time.slice(0, 5)}`,
      hint: t("booking", { id, store: booking.store.name }),
    })),
    ...data.redemptions.map(({ id, name, customer }) => ({
      href: `/redemptions/${id}`,
      title: `${name} · ${customer.name}`,
      hint: t("redemption", { id }),
    })),
    ...data.sales.map(({ id, invoiceNumber, customer, businessDay }) => ({
      href: `/sales/${id}`,
      title: `${invoiceNumber} · ${customer?.name ?? dayOf(businessDay)}`,
      hint: t("sale", { id }),
    })),
  ];
}
