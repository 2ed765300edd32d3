import {
  bookingBounds,
  mostOf,
  SHORTEST_REASON,
  settingBounds,
  staffPasswordLength,
} from "@stampbook/core/limits";
import type { useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";

/** The translator of all messages. */
export type Words = ReturnType<typeof useTranslations<never>>;
type Known = Parameters<Words>[0];
type Refused = Pick<Failed, "code" | "message"> &
  Partial<Pick<Failed, "field" | "rule" | "expected" | "found" | "retryAfter" | "repeat">>;

/**
 * The text of a refusal that names its rule: it says more than the code, such as the day on which a voucher
 * starts. The rules are those of the service.
 */
const reasons: Readonly<Record<string, string>> = {
  "is active": "withdrawn",
  "has started in the store's calendar": "notStarted",
  "has not ended in the store's calendar": "ended",
  "is available at the store": "store",
  "is available on the channel": "channel",
  "is within its hours in the store's zone": "hours",
  "uses in total": "usedUp",
  "uses by one customer": "usedByCustomer",
  "customer is active": "inactive",
  "membership is active": "notActive",
  "party is not larger than the store's largest": "party",
  "a customer's limit is not above the limit in total": "overLimit",
  "store is open then": "closed",
  "time has not passed in the store's calendar": "passed",
  "the store's clock shows the time": "skipped",
};

/** Returns the values for the text of a rule: the day, the hours or the number that the rule expects. */
function valuesOf({ expected, found }: Refused) {
  const text = expected ?? "";
  const day = /\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const spans = [...text.matchAll(/from (\d{2}:\d{2}) to (\d{2}:\d{2})/g)];
  return {
    expected: text,
    found: found ?? "",
    from: /from (\d{2}:\d{2})/.exec(text)?.[1] ?? "none",
    until: /until (\d{2}:\d{2})/.exec(text)?.[1] ?? "none",
    spans: spans.map(([, from, to]) => `${from}–${to}`).join(", ") || "none",
    clock: /\d{2}:\d{2}$/.exec(text)?.[0] ?? "",
    most: Number(/^at most (\d+)$/.exec(text)?.[1] ?? 0),
    ...(day ? { day: new Date(`${day}T00:00:00Z`) } : {}),
  };
}

/** Codes of a value that does not fit its field. The field's own text says which values fit. */
const misfits = new Set(["required", "invalid", "invalid_choice", "max_length"]);

/**
 * The least and greatest values of fields, for their texts. For `tags`, the two numbers are the greatest
 * length of a tag and the greatest number of tags. For a field that is not here, the least value is 0, and
 * the greatest is in `mostOf` under the field's name.
 */
const bounds: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...settingBounds,
  ...bookingBounds,
  stampsToRedeem: [0, mostOf.stamps],
  quantity: [1, mostOf.generated],
  customerIds: [1, mostOf.issued],
  reason: [SHORTEST_REASON, mostOf.reason],
  delta: [1, mostOf.adjustment],
  tags: [mostOf.tag, mostOf.tags],
  approvedParameters: [0, mostOf.approved.parameters],
  invoice_number: [1, mostOf.code],
  password: [staffPasswordLength.shortest, staffPasswordLength.longest],
};

function boundsOf(name: string) {
  const [least, most] = bounds[name] ?? [0, (mostOf as Readonly<Record<string, unknown>>)[name]];
  return typeof most === "number" ? { least, most } : undefined;
}

/**
 * Returns the names under which a field's text is looked up: for `openingHours.3.0.from` first
 * `openingHoursFrom`, then `openingHours`.
 */
function namesOf(field: string): string[] {
  const [first = "", ...rest] = field.split(".").filter((part) => !/^[0-9]+$/.test(part));
  const parts = [first, ...rest.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))];
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(""));
}

/**
 * Returns a refusal's text in the person's language, with advice if the messages have some. The text depends
 * on the code. It also depends on the field if the value does not fit, or if the messages have a text for
 * code and field. Such a text has no further advice, except how long to wait. The advice after a lost answer
 * depends on what happens if the call is sent again. A rule with a text of its own comes before all this. The
 * service's own message is used only for a code that the messages do not have.
 */
export function refusalText(refused: Refused, words: Words) {
  const { code, field, message, rule, retryAfter, repeat } = refused;
  const find = (key: string, values?: Record<string, number | string | Date>) =>
    words.has(key as Known) ? words(key as Known, values as never) : null;
  const reason = rule ? reasons[rule] : undefined;
  if (reason)
    return {
      what: words(`reasons.${reason}` as Known, valuesOf(refused) as never),
      advice: find(`reasons.${reason}Advice`),
    };
  let what: string | null = null;
  for (const name of field ? namesOf(field) : []) {
    what ??= find(`wrong.${name}_${code}`, boundsOf(name));
    if (misfits.has(code)) what ??= find(`wrong.${name}`, boundsOf(name));
  }
  // a field's text already says what to do, and the code's advice may not fit the field
  const general = what === null ? find(`advice.${code}`) : null;
  what ??= find(`refusals.${code}`) ?? (message || words("refusals.unexpected"));
  const wait = retryAfter ? words("advice.wait", inUnit(retryAfter)) : null;
  return {
    what: /[.?!]$/.test(what) ? what : `${what}.`,
    advice: wait ?? (repeat ? find(`advice.${code}_${repeat}`) : null) ?? general,
  };
}

/** Returns the label of a refusal's code, or the code itself if the messages do not have it. */
export function codeText(code: string, words: Words): string {
  const key = `refusals.${code}` as Known;
  return words.has(key) ? words(key) : code;
}

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;

function inUnit(seconds: number) {
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [1, "second"];
  return { count: Math.ceil(seconds / size), unit };
}

/**
 * Returns the error text for one field of a form, or for a part of the field. Null if the call did not refuse
 * the field.
 */
export function fieldText(failed: Failed | null, field: string, words: Words): string | null {
  if (!failed) return null;
  const named = [...(failed.field === null ? [] : [failed.field]), ...Object.keys(failed.errors)];
  const name =
    named.find((name) => name === field) ?? named.find((name) => name.startsWith(`${field}.`));
  if (name === undefined) return null;
  const { code, message, rule, expected, found } = failed;
  const { what, advice } = refusalText(
    {
      ...{ code, field: name, message: failed.errors[name] ?? message },
      ...(name === failed.field ? { rule, expected, found } : {}),
    },
    words,
  );
  return advice ? `${what} ${advice}` : what;
}
