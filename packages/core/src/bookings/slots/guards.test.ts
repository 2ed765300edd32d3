import { GuardRefused } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import type { BatchStatement, CallKey } from "../../foundation/writing/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, type OpenHarness, runFor, whileItWaits } from "../../testing/index.ts";
import { today } from "../../testing/operation/days.ts";
import type { Parts, Shop } from "../../testing/operation/tested.ts";
import { openTables } from "../adding/add-booking.cases.ts";
import { addings } from "../adding/add-booking.ts";
import { openChanges } from "../changing/change-booking.cases.ts";
import { changes } from "../changing/change-booking.ts";
import { openSeated } from "../undoing/undo-booking.cases.ts";
import { undos } from "../undoing/undo-booking.ts";

// The seats of a slot, which calls of a batch share. Without a part of the statement the wrong effect must appear,
// which proves that the part is needed.

const t = harnessOfFile({ isOwn: true, isAudited: false });

const MOST = 10;
/** What a statement does about a count that another transaction has begun. */
const begun = /on conflict do nothing(?= returning 1)/;
const adds = `on conflict (merchant_id, store_id, date, slot) do update
  set covers = booking_slots.covers + excluded.covers`;
const slots = { slotMinutes: 30, coversPerSlot: MOST };

type Any = BatchStatement<CallKey, unknown, unknown>;
type Way = {
  readonly statement: Any;
  readonly without: (part: { readonly allots?: boolean; readonly end?: boolean }) => Any;
  readonly open: (t: OpenHarness) => Promise<Shop<CallKey>>;
  /** The parts of a call that takes two seats of a slot in this store. */
  readonly partsAt: (id: number) => Parts;
  /** The slot. */
  readonly day: string;
  readonly slot: string;
};

const ways = {
  "bookings/add": {
    ...{ ...addings, open: openTables, day: today, slot: "13:00" },
    partsAt: (id: number): Parts => ({ call: { store: id, numberOfPeople: 2 } }),
  },
  "bookings/change": {
    ...{ ...changes, open: openChanges, day: today, slot: "13:30" },
    partsAt: (id: number): Parts => ({
      call: { toStoreId: id, toStoreCode: String(id), numberOfPeople: 2 },
    }),
  },
  "bookings/undo": {
    ...{ ...undos, open: openSeated, day: "2026-01-10", slot: "19:30" },
    partsAt: (id: number): Parts => ({
      booking: { storeId: id, numberOfPeople: 2, status: "Canceled" },
      change: { statusBefore: "Confirmed", status: "Canceled" },
    }),
  },
} as unknown as Readonly<Record<string, Way>>;

/** A store with ten seats in each slot, and calls that each take two seats of one slot. */
async function setting({ open, partsAt }: Way) {
  const { merchant, call } = await open(t);
  const { id } = await t.given.store(merchant, slots);
  const place = { merchantId: merchant.id, offsetMs: 0 };
  const covers = async () => {
    const rows = (await t.rows(merchant)).get("bookingSlots")?.values() ?? [];
    return [...rows].filter(({ storeId }) => storeId === id).map((row) => Number(row.covers));
  };
  const calls = async (count: number) => {
    const made: CallKey[] = [];
    for (let n = 0; n < count; n++) made.push(await call(partsAt(id)));
    return made;
  };
  return { merchant, id, place, calls, run: runFor(t, place), covers };
}

const noneIfRefused = (error: unknown): { readonly isDone: false }[] => {
  if (error instanceof GuardRefused) return [];
  throw error;
};
const answerOf = (answer: unknown) => (answer instanceof GuardRefused ? "refused" : answer);

describe.each(Object.entries(ways))("%s", (_, way) => {
  const { statement, without } = way;
  const unallotted = without({ allots: true });

  test.each([
    [
      "as many are done as there are seats",
      statement,
      [true, true, true, true, true, false, false],
    ],
    ["without the allotment too many are", unallotted, Array(7).fill(true)],
  ])("calls of one batch: %s", async (__, one, done) => {
    const { calls, run, covers } = await setting(way);
    expect(answerOf(await run(one, await calls(7)))).toEqual(done);
    expect(await covers()).toEqual([2 * done.filter(Boolean).length]);
  });

  test.each([
    ["the statement fails", statement, "refused", 9],
    ["with an addition too many are seated", guardless(statement)(begun, adds), [true], 11],
    ["without its end it is done and not counted", without({ end: true }), [true], 9],
  ])(
    "nine seats of a slot without a count are taken meanwhile: %s",
    async (__, one, done, left) => {
      const { merchant, id, calls, run, covers } = await setting(way);
      const waiting = await calls(1);
      const nine = {
        lock: `insert into booking_slots (merchant_id, store_id, date, slot, covers)
        values ($1, ${id}, '${way.day}', '${way.slot}', 9)`,
        change: "select $1::bigint",
      };
      const running = () => run(one, waiting, "wait");
      expect(answerOf(await whileItWaits(t, merchant.id, nine, running))).toEqual(done);
      expect(await covers()).toEqual([left]);
    },
  );

  test.each([
    ["five of 16 calls are done", statement, (done: number) => done === 5],
    ["without the guards more are", guardless(unallotted)(begun, adds), (done: number) => done > 5],
  ])("two batches side by side, until nothing more is done: %s", async (__, one, isRight) => {
    const { place, calls, covers } = await setting(way);
    let open = await calls(16);
    for (let before = 17; open.length < before; ) {
      before = open.length;
      const half = Math.ceil(before / 2);
      const run = async (batch: readonly CallKey[]) => {
        const rows = await one.run(t.db, place, batch, "skip").catch(noneIfRefused);
        return batch.filter((___, n) => !rows[n]?.isDone);
      };
      const batches = [open.slice(0, half), open.slice(half)].filter(({ length }) => length > 0);
      open = (await Promise.all(batches.map(run))).flat();
    }
    expect([16 - open.length].filter(isRight)).toHaveLength(1);
    expect(await covers()).toEqual([2 * (16 - open.length)]);
  });
});
