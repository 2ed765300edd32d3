import type { StampCause } from "./causes.rules.ts";

/**
 * The sale, award, adjustment, opening or canceled redemption that gave stamps. `causeId` is its id; for an
 * adjustment, the id of the audit entry; for an opening (stamps from an import), a count from 0.
 */
export type Origin = { readonly cause: StampCause; readonly causeId: number };

/** The fields of a stamp ledger entry that a replay reads. */
export type StampEntry = Origin & {
  /**
   * The entry's number in the ledger, from 1. Entries are numbered in the order in which their calls locked
   * the membership.
   */
  readonly number: number;
  /** The day on which the entry was written, `YYYY-MM-DD` in the merchant's zone. */
  readonly day: string;
  readonly delta: number;
  /**
   * The last day of the given stamps. Null if they never expire, if the entry takes stamps, or if it returns
   * the stamps of a canceled redemption, or of a part of one.
   */
  readonly expiresOn: string | null;
  /**
   * The sale, award or redemption whose stamps an `earning_…`, `award_…`, `part_cancellation…` or
   * `cancellation_debt` entry takes or gives back; else null.
   */
  readonly reversedId: number | null;
};

/** Stamps that were given together and expire together. */
type Lot = {
  /** The number of the entry that made the lot. */
  readonly number: number;
  /** The cause that first gave the stamps. Stays the same if a cancel returns the stamps as a new lot. */
  readonly origin: Origin;
  /** The last day on which the stamps can be spent. Null if they never expire. */
  readonly expiresOn: string | null;
  readonly left: number;
};

/** The state of a ledger after its last entry. */
type ReplayedLedger = {
  /** The lots with stamps left, earliest expiry first. */
  readonly lots: readonly Lot[];
  /**
   * Returns how many stamps a void of the origin can still take back: the stamps given, less those that have
   * expired or were taken back before.
   */
  readonly returnable: (origin: Origin) => number;
};

type OpenLot = { -readonly [Key in keyof Lot]: Lot[Key] };
type Part = { readonly lot: OpenLot; stamps: number };

/** What gave the stamps that an entry takes or adds to. */
const reversed: Partial<Record<StampCause, StampCause>> = {
  earning_cancellation: "earning",
  earning_modification: "earning",
  earning_addition: "earning",
  earning_debt: "earning",
  award_cancellation: "award",
};

/**
 * Replays a membership's ledger into lots, in the order of `number`. An entry that takes stamps takes them
 * from the lots that expire first. A void takes stamps first from the lots of its sale or award. An expiry
 * takes stamps only from lots that have expired. A canceled redemption returns stamps to the lots from which
 * it took them, a canceled part of one to those from which it took stamps last. If such a lot has expired, its stamps become a new lot that can be spent through the day
 * after the cancel. A paid debt takes stamps first from the lots of the sale, or from those to which the canceled
 * redemption returned them. The cancel of a sale that paid returns them in the same way. Throws RangeError if an entry takes more stamps than the lots have. Interface 2,
 * section 4.
 */
export function replayLedger(entries: readonly StampEntry[]): ReplayedLedger {
  const lots: OpenLot[] = [];
  const redeemed = new Map<number, readonly Part[]>();
  const paid = new Map<number, readonly Part[]>();
  const returned = new Map<number, readonly OpenLot[]>();
  const returnable = new Map<string, number>();
  const count = (origin: Origin, stamps: number) =>
    returnable.set(keyOf(origin), (returnable.get(keyOf(origin)) ?? 0) + stamps);

  for (const entry of entries.toSorted((one, other) => one.number - other.number)) {
    const canceled = canceledRedemption(entry);
    if (entry.delta > 0 && canceled !== null) {
      returned.set(canceled, giveBack(lots, entry, redeemed.get(canceled) ?? []));
      continue;
    }
    if (entry.cause === "earning_debt_canceled") {
      giveBack(lots, entry, paid.get(entry.causeId) ?? []);
      continue;
    }
    if (entry.delta > 0) {
      const origin = reversedOrigin(entry) ?? { cause: entry.cause, causeId: entry.causeId };
      lots.push(lotOf(entry, origin, entry.expiresOn, entry.delta));
      count(origin, entry.delta);
      continue;
    }
    const parts = take(lots, entry, returned.get(entry.reversedId ?? 0) ?? []);
    if (entry.cause === "redemption") redeemed.set(entry.causeId, parts);
    if (entry.cause === "earning_debt") paid.set(entry.causeId, parts);
    if (entry.cause === "expiry") for (const { lot, stamps } of parts) count(lot.origin, -stamps);
    const own = reversedOrigin(entry);
    // stamps that paid a debt still count as given, because a void of their sale raises the debt again
    if (own && entry.cause !== "earning_debt") count(own, entry.delta);
  }
  return {
    lots: lots.filter(({ left }) => left > 0).sort(byExpiry),
    // The sum can be below 0. A redemption that is canceled after a void can return stamps to the voided lot.
    // If these stamps then expire, they are subtracted twice: by the void, and by the expiry.
    returnable: (origin) => Math.max(0, returnable.get(keyOf(origin)) ?? 0),
  };
}

/**
 * Returns how many stamps of the lots can no longer be spent on `day`, `YYYY-MM-DD` in the merchant's zone.
 */
export function dueStamps(lots: readonly Lot[], day: string): number {
  return sum(lots.filter((lot) => hasPassed(lot, day)));
}

/**
 * Returns the earliest last day of the lots with stamps left. Returns null if none of these lots expires. The
 * lots must be in the order of `ReplayedLedger`.
 */
export function nextExpiry(lots: readonly Lot[]): string | null {
  return lots.find(({ expiresOn, left }) => expiresOn !== null && left > 0)?.expiresOn ?? null;
}

/**
 * Returns an entry's stamps to the lots from which they were taken, the last first, and takes them off `parts`.
 * Stamps of an expired lot become a new lot. Returns the lots that have them.
 */
function giveBack(lots: OpenLot[], entry: StampEntry, parts: readonly Part[]): readonly OpenLot[] {
  const tomorrow = dayAfter(entry.day);
  const before = lots.length;
  const filled: OpenLot[] = [];
  let left = entry.delta;
  for (const part of parts.toReversed()) {
    const { lot } = part;
    const stamps = Math.min(part.stamps, left);
    left -= stamps;
    part.stamps -= stamps;
    if (stamps === 0) continue;
    if (hasPassed(lot, entry.day)) lots.push(lotOf(entry, lot.origin, tomorrow, stamps));
    else {
      lot.left += stamps;
      filled.push(lot);
    }
  }
  // if the redemption is older than the numbering of entries, its lots are unknown
  if (left > 0) lots.push(lotOf(entry, entry, entry.expiresOn, left));
  return [...filled, ...lots.slice(before)];
}

/**
 * Takes an entry's stamps from the lots that it may use, in order. `returned` are the lots of a canceled
 * redemption that pays a debt. Returns the number taken from each lot.
 */
function take(lots: readonly OpenLot[], entry: StampEntry, returned: readonly OpenLot[]): Part[] {
  const own = reversedOrigin(entry);
  const isOwn = (lot: OpenLot) =>
    entry.cause === "cancellation_debt" || entry.cause === "part_cancellation_debt"
      ? returned.includes(lot)
      : own !== null && keyOf(lot.origin) === keyOf(own);
  const open = lots.filter(({ left }) => left > 0).sort(byExpiry);
  const order =
    entry.cause === "expiry"
      ? open.filter((lot) => hasPassed(lot, entry.day))
      : [...open.filter(isOwn), ...open.filter((lot) => !isOwn(lot))];
  const parts: Part[] = [];
  let missing = -entry.delta;
  for (const lot of order) {
    const stamps = Math.min(missing, lot.left);
    if (stamps === 0) break;
    lot.left -= stamps;
    missing -= stamps;
    parts.push({ lot, stamps });
  }
  if (missing > 0) throw new RangeError(`Entry ${entry.number} takes ${missing} stamps too many.`);
  return parts;
}

/** Returns the id of the redemption that an entry cancels, or cancels a part of; else null. */
const canceledRedemption = ({ cause, causeId, reversedId }: StampEntry): number | null =>
  cause === "cancellation" ? causeId : cause === "part_cancellation" ? reversedId : null;

function reversedOrigin({ cause, reversedId }: StampEntry): Origin | null {
  const given = reversed[cause];
  return given && reversedId !== null ? { cause: given, causeId: reversedId } : null;
}

function lotOf(entry: StampEntry, origin: Origin, expiresOn: string | null, left: number): OpenLot {
  const { cause, causeId } = origin;
  return { number: entry.number, origin: { cause, causeId }, expiresOn, left };
}

/**
 * Sorts lots by expiry. Lots that never expire come last. Of lots that expire on one day, the older comes
 * first.
 */
function byExpiry(one: Lot, other: Lot): number {
  if (one.expiresOn === other.expiresOn) return one.number - other.number;
  if (one.expiresOn === null || other.expiresOn === null) return one.expiresOn === null ? 1 : -1;
  return one.expiresOn < other.expiresOn ? -1 : 1;
}

/** Returns whether a lot can no longer be spent on `day`. */
export function hasPassed({ expiresOn }: Lot, day: string): boolean {
  return expiresOn !== null && expiresOn < day;
}

function keyOf({ cause, causeId }: Origin): string {
  return `${cause} ${causeId}`;
}

function sum(lots: readonly Lot[]): number {
  return lots.reduce((total, { left }) => total + left, 0);
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the stamps that can be spent: the balance, less expired stamps that have no entry yet. `due` is the
 * ledger that was read with the balance. `due` is null if no stamps can have expired. Interface 2, section 4.
 */
export function spendableStamps(
  balance: number,
  due: { readonly today: string; readonly entries: readonly StampEntry[] } | null,
): number {
  return due ? balance - dueStamps(replayLedger(due.entries).lots, due.today) : balance;
}
