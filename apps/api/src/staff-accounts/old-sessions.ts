import { LONGEST_SESSION_DAYS } from "@stampbook/core/access";

type Search = { readonly model: string; readonly where?: readonly object[] };
type Find = (search: Search) => Promise<unknown>;
/** The read methods of better-auth's adapter. */
type Reads = {
  readonly findOne: Find;
  readonly findMany: Find;
  readonly transaction?: (work: (adapter: never) => Promise<unknown>) => Promise<unknown>;
};

const LONGEST_MS = LONGEST_SESSION_DAYS * 24 * 60 * 60 * 1000;

/**
 * Hides sessions older than 30 days from better-auth, which renews a session without limit.
 * `identifyStaff` applies the same rule to all other calls.
 */
export function hideOldSessions<Adapter extends object>(
  adapter: Adapter,
  clockOffsetMs: number,
): Adapter {
  const { findOne, findMany, transaction } = adapter as Adapter & Reads;
  const within = (search: Search): Search =>
    search.model === "session"
      ? { ...search, where: [...(search.where ?? []), youngerThan(clockOffsetMs)] }
      : search;
  const nested =
    transaction &&
    ((work: (inner: object) => Promise<unknown>) =>
      transaction((inner: object) => work(hideOldSessions(inner, clockOffsetMs))));
  return Object.assign(adapter, {
    findOne: (search: Search) => findOne(within(search)),
    findMany: (search: Search) => findMany(within(search)),
    ...(nested ? { transaction: nested } : {}),
  });
}

const youngerThan = (clockOffsetMs: number) => ({
  field: "createdAt",
  operator: "gt",
  value: new Date(Date.now() + clockOffsetMs - LONGEST_MS),
  connector: "AND",
});
