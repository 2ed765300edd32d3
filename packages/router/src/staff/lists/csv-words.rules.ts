import type { Actor } from "@stampbook/core/audit";

/** Renders values for a file as the screen shows them. */
export type Say = {
  /** The screen's word for a code; the code itself if there is none. */
  readonly word: (group: string, code: string | number | boolean | null) => string | null;
  /** The actor's name, or the kind of actor if the name is unknown. */
  readonly who: (actor: Actor | null) => string | null;
  /** A moment in the time zone of the store, else of the merchant: `2026-11-22 01:18:32`. */
  readonly time: (moment: string | null, storeId?: number | null) => string | null;
  /** The time zone that `time` uses: `Asia/Jakarta`. */
  readonly zone: (storeId?: number | null) => string;
  /** Names of stores. Null and an empty list mean all stores. */
  readonly stores: (ids: readonly number[] | null) => string;
};

type Known = {
  readonly words: Readonly<Record<string, string>>;
  readonly timezone: string;
  readonly stores: readonly {
    readonly id: number;
    readonly name: string;
    readonly timezone: string;
  }[];
};

/** Returns a `Say` with these words. Times are in the store's zone, or in `timezone` if no store is known. */
export function sayWith({ words, timezone, stores }: Known): Say {
  const storeOf = new Map(stores.map((store) => [store.id, store]));
  const clocks = new Map<string, Intl.DateTimeFormat>();
  const zone = (storeId?: number | null) => storeOf.get(storeId ?? 0)?.timezone ?? timezone;
  const clockOf = (timeZone: string) => {
    const clock = clocks.get(timeZone) ?? wallClock(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  };
  const wordOr = (key: string, otherwise: string) =>
    Object.hasOwn(words, key) ? (words[key] ?? otherwise) : otherwise;
  return {
    word: (group, code) => (code === null ? null : wordOr(`${group}.${code}`, String(code))),
    who: (actor) =>
      actor && (actor.name ?? wordOr(`by.${actor.kind}`, `${actor.kind}:${actor.id}`)),
    time: (moment, storeId) => moment && read(clockOf(zone(storeId)), new Date(moment)),
    zone,
    stores: (ids) =>
      ids?.length
        ? ids.map((id) => storeOf.get(id)?.name ?? `#${id}`).join(", ")
        : wordOr("stores.every", ""),
  };
}

function wallClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

function read(clock: Intl.DateTimeFormat, moment: Date): string {
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const join = (separator: string, ...types: Intl.DateTimeFormatPartTypes[]) =>
    types.map((type) => parts.get(type)).join(separator);
  return `${join("-", "year", "month", "day")} ${join(":", "hour", "minute", "second")}`;
}
