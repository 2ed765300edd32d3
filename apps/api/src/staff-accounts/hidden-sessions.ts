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
 * Hides two kinds of sessions from better-auth: sessions that a PIN opened, which may not use better-auth's
 * endpoints, and sessions older than 30 days. Without the age rule, better-auth would renew a session without
 * limit. `identifyStaff` applies the age rule to all other calls.
 */
export function hideSessions<Adapter extends object>(
  adapter: Adapter,
  clockOffsetMs: number,
): Adapter {
  const { findOne, findMany, transaction } = adapter as Adapter & Reads;
  const within = (search: Search): Search =>
    search.model === "session"
      ? {
          ...search,
          where: [...(search.where ?? []), youngerThan(clockOffsetMs), openedByPassword],
        }
      : search;
  const nested =
    transaction &&
    ((work: (inner: object) => Promise<unknown>) =>
      transaction((inner: object) => work(hideSessions(inner, clockOffsetMs))));
  return Object.assign(adapter, {
    findOne: (search: Search) => findOne(within(search)),
    findMany: (search: Search) => findMany(within(search)),
    ...(nested ? { transaction: nested } : {}),
  });
}

const openedByPassword = { field: "deviceId", operator: "eq", value: null, connector: "AND" };

const youngerThan = (clockOffsetMs: number) => ({
  field: "createdAt",
  operator: "gt",
  value: new Date(Date.now() + clockOffsetMs - LONGEST_MS),
  connector: "AND",
});
