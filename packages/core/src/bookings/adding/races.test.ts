import { expect, test } from "vitest";
import { Failure } from "../../foundation/failures.ts";
import { createBatcher } from "../../foundation/writing/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { addBooking, type BookingInput } from "../index.ts";

const t = harnessOfFile({ isOwn: true });

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Makes calls at once in two processes, each with its own batcher. Counts the answers by code. */
async function together(inputs: readonly BookingInput[]) {
  const processes = upTo(2).map(() => ({ ...t.deps, writing: createBatcher(t.db) }));
  const answers = await Promise.all(
    inputs.map((input, n) =>
      addBooking(processes[n % 2] ?? t.deps, input).then(
        () => "done",
        (error) => (error instanceof Failure ? error.refusal.code : String(error)),
      ),
    ),
  );
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

async function setting() {
  const merchant = await t.given.merchant();
  const stores = [await t.given.store(merchant), await t.given.store(merchant)] as const;
  const wish = { user: "guest@example.com", date: "2099-11-25", time: "19:30", notes: null };
  const input = (store: 0 | 1, phone: string): BookingInput => ({
    ...{ ...wish, store: stores[store].id, phone, numberOfPeople: 2 },
  });
  const counted = async () => {
    const rows = (await t.db.execute(`select budget, sum(spent)::int as spent from budgets
      where merchant_id = ${merchant.id} group by budget order by budget`)) as unknown as {
      readonly budget: string;
      readonly spent: number;
    }[];
    return [...rows].map(({ budget, spent }) => [budget, spent]);
  };
  return { merchant, input, counted };
}

test("20 bookings with one phone number at two stores at once: five are made", async () => {
  const { merchant, input, counted } = await setting();
  const inputs = upTo(20).map((n) => input(n % 4 < 2 ? 0 : 1, "0812 3456 7890"));
  expect(await together(inputs)).toEqual({ done: 5, too_many_attempts: 15 });
  expect((await t.rows(merchant)).get("bookings")?.size).toBe(5);
  expect(await counted()).toEqual([
    ["bookingsOfPhone", 5],
    ["bookingsOfStore", 5],
  ]);
});

test("100 bookings of a store at once: 60 are made", async () => {
  const { merchant, input, counted } = await setting();
  const inputs = upTo(100).map((n) => input(0, `0812 3456 ${1_000 + n}`));
  expect(await together(inputs)).toEqual({ done: 60, too_many_attempts: 40 });
  expect((await t.rows(merchant)).get("bookings")?.size).toBe(60);
  expect(await counted()).toEqual([
    ["bookingsOfPhone", 60],
    ["bookingsOfStore", 60],
  ]);
});
