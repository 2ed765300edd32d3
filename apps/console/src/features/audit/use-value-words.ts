"use client";
import { useMessages, useTranslations } from "use-intl/react";
import { isDay } from "../../ui/days.ts";
import type { Messages } from "../../ui/list/csv-words.ts";
import { useDayWords } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { useDesk } from "../session/desk.tsx";
import { useStoreNames } from "../session/use-store-names.ts";

/** A text is cut off after this many characters. */
const MOST = 60;

/** Returns a function that writes a field's value in the console's words. For an object, it returns null. */
export function useValueWords() {
  const t = useTranslations("audit");
  const { levels, merchant } = useDesk().me;
  const money = useMoney(merchant.currency);
  const storeNames = useStoreNames();
  const dayWords = useDayWords();
  // the cast is safe: a page gets every group that its code names (scripts/words/groups-of-pages.ts)
  const { csv, catalogue, customers, frame, bookings, tokens } = useMessages() as Messages;
  const roles = { cashier: frame.cashier, manager: frame.manager, owner: frame.owner };
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    kind: { fixed: catalogue.fixed, flexible: catalogue.flexible },
    status: {
      100: customers.active,
      200: customers.inactive,
      300: customers.suspended,
      ...bookings.statuses,
    },
    role: roles,
    secondFactorRoles: roles,
    channels: catalogue.channels,
    scopes: tokens.scopeNames,
    level: Object.fromEntries(levels.map(({ level, name }) => [String(level), name])),
  };
  const one = (field: string, value: unknown) => {
    const text = String(value);
    // amounts are stored with two decimal places; multipliers too, but they are no money
    if (/^-?\d+\.\d{2}$/.test(text) && field !== "earnMultiplier") return money(text);
    return words[field]?.[text] ?? (isDay(text) ? dayWords(text) : text);
  };
  return (field: string, value: unknown): string | null => {
    if (field === "stores" && (value === null || Array.isArray(value))) return storeNames(value);
    if (value === null || value === "") return t("nothing");
    if (typeof value === "boolean") return value ? csv.yes : csv.no;
    if (Array.isArray(value) && value.every((part) => typeof part !== "object"))
      return value.length ? value.map((part) => one(field, part)).join(", ") : t("nothing");
    if (typeof value === "object") return null;
    const text = one(field, value);
    return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  };
}
