import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueStamps, nextExpiry, replayLedger, type StampEntry } from "./lots.rules.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const dayAt = (days: number) => new Date(START + days * DAY_MS).toISOString().slice(0, 10);

/** Makes an entry. By default its day is the first day, and its `causeId` is `number`. */
const entry = (number: number, given: Partial<StampEntry> & { delta: number }): StampEntry => ({
  number,
  day: dayAt(0),
  cause: given.delta > 0 ? "earning" : "redemption",
  causeId: number,
  expiresOn: null,
  reversedId: null,
  ...given,
});
/** Returns the number, the stamps left and the last day of each lot. */
const leftOf = (entries: readonly StampEntry[]) =>
  replayLedger(entries).lots.map(({ number, left, expiresOn }) => ({ number, left, expiresOn }));

describe("what a redemption takes from", () => {
  test("what expires first, what never expires last, the older first among equals", () => {
    const given = [
      entry(1, { delta: 5 }),
      entry(2, { delta: 5, expiresOn: dayAt(20) }),
      entry(3, { delta: 5, expiresOn: dayAt(10) }),
      entry(4, { delta: 5, expiresOn: dayAt(10) }),
    ];
    expect(leftOf([...given, entry(5, { delta: -7 })])).toEqual([
      { number: 4, left: 3, expiresOn: dayAt(10) },
      { number: 2, left: 5, expiresOn: dayAt(20) },
      { number: 1, left: 5, expiresOn: null },
    ]);
  });

  test("more than is left is refused", () => {
    const entries = [entry(1, { delta: 5 }), entry(2, { delta: -6 })];
    expect(() => replayLedger(entries)).toThrow("Entry 2 takes 1 stamps too many.");
  });

  test("entries are read by number", () => {
    const entries = [entry(2, { delta: -2 }), entry(1, { delta: 5 })];
    expect(leftOf(entries)).toEqual([{ number: 1, left: 3, expiresOn: null }]);
  });
});

describe("what a cancel gives back", () => {
  const given = [
    entry(1, { delta: 4, expiresOn: dayAt(5) }),
    entry(2, { delta: 4, expiresOn: dayAt(9) }),
    entry(3, { delta: -6, causeId: 70 }),
  ];
  const canceled = (day: number) =>
    entry(5, { cause: "cancellation", causeId: 70, delta: 6, day: dayAt(day) });

  test("returns to the lots it came from while they can be spent", () => {
    expect(leftOf([...given, canceled(5)])).toEqual([
      { number: 1, left: 4, expiresOn: dayAt(5) },
      { number: 2, left: 4, expiresOn: dayAt(9) },
    ]);
  });

  test("what has expired meanwhile can be spent through the next day", () => {
    expect(leftOf([...given, canceled(6)])).toEqual([
      { number: 5, left: 4, expiresOn: dayAt(7) },
      { number: 2, left: 4, expiresOn: dayAt(9) },
    ]);
  });
});

describe("what a canceled part gives back", () => {
  const part = (number: number, delta: number, day: number) =>
    entry(number, {
      cause: "part_cancellation",
      causeId: number,
      reversedId: 70,
      delta,
      day: dayAt(day),
    });
  const given = [
    entry(1, { delta: 4, expiresOn: dayAt(5) }),
    entry(2, { delta: 4, expiresOn: dayAt(9) }),
    entry(3, { delta: -6, causeId: 70 }),
  ];

  test("returns first to the lot that was used last, and the rest to the others", () => {
    expect(leftOf([...given, part(4, 3, 4)])).toEqual([
      { number: 1, left: 1, expiresOn: dayAt(5) },
      { number: 2, left: 4, expiresOn: dayAt(9) },
    ]);
    const rest = entry(5, { cause: "cancellation", causeId: 70, delta: 3, day: dayAt(6) });
    expect(leftOf([...given, part(4, 3, 4), rest])).toEqual([
      { number: 1, left: 1, expiresOn: dayAt(5) },
      { number: 5, left: 3, expiresOn: dayAt(7) },
      { number: 2, left: 4, expiresOn: dayAt(9) },
    ]);
  });

  test("pays a debt from the lots to which it returned", () => {
    const paid = entry(5, {
      ...{ cause: "part_cancellation_debt", causeId: 4, reversedId: 70, delta: -2 },
    });
    expect(leftOf([...given, part(4, 3, 4), paid])).toEqual([
      { number: 2, left: 3, expiresOn: dayAt(9) },
    ]);
  });
});

describe("what a void takes from", () => {
  const sale = { cause: "earning", causeId: 41 } as const;
  const voided = (number: number, delta: number) =>
    entry(number, { cause: "earning_cancellation", causeId: 41, reversedId: 41, delta });

  test("its own lot first, though others expire sooner", () => {
    const entries = [
      entry(1, { delta: 5, expiresOn: dayAt(3) }),
      entry(2, { ...sale, delta: 5, expiresOn: dayAt(30) }),
      voided(3, -5),
    ];
    expect(leftOf(entries)).toEqual([{ number: 1, left: 5, expiresOn: dayAt(3) }]);
    expect(replayLedger(entries).returnable(sale)).toBe(0);
  });

  test("then what expires first", () => {
    const entries = [
      entry(1, { ...sale, delta: 5, expiresOn: dayAt(3) }),
      entry(2, { delta: 5, expiresOn: dayAt(30) }),
      entry(3, { delta: -4 }),
      voided(4, -5),
    ];
    expect(leftOf(entries)).toEqual([{ number: 2, left: 1, expiresOn: dayAt(30) }]);
  });

  test("what has expired of a sale is not taken back", () => {
    const entries = [
      entry(1, { ...sale, delta: 5, expiresOn: dayAt(3) }),
      entry(2, { delta: -2 }),
      entry(3, { cause: "expiry", delta: -3, day: dayAt(4) }),
    ];
    expect(replayLedger(entries).returnable(sale)).toBe(2);
  });

  test("a modification and a void together take back what was given", () => {
    const entries = [
      entry(1, { ...sale, delta: 5 }),
      entry(2, { cause: "earning_modification", reversedId: 41, delta: -2 }),
    ];
    expect(replayLedger(entries).returnable(sale)).toBe(3);
  });

  test("stamps that a cancel gave back belong to the sale that gave them", () => {
    const entries = [
      entry(1, { ...sale, delta: 5, expiresOn: dayAt(3) }),
      entry(2, { delta: 5, expiresOn: dayAt(4) }),
      entry(3, { delta: -5, causeId: 70 }),
      entry(4, { cause: "cancellation", causeId: 70, delta: 5, day: dayAt(4) }),
      voided(5, -5),
    ];
    expect(leftOf(entries)).toEqual([{ number: 2, left: 5, expiresOn: dayAt(4) }]);
  });
});

describe("what is due", () => {
  const entries = [
    entry(1, { delta: 5 }),
    entry(2, { delta: 3, expiresOn: dayAt(3) }),
    entry(3, { delta: 2, expiresOn: dayAt(8) }),
  ];
  const { lots } = replayLedger(entries);

  test.each([
    [3, 0],
    [4, 3],
    [9, 5],
  ])("on day %i: %i", (day, due) => {
    expect(dueStamps(lots, dayAt(day))).toBe(due);
  });

  test("the next expiry is the earliest last day of what is left", () => {
    expect(nextExpiry(lots)).toBe(dayAt(3));
    expect(nextExpiry(replayLedger([entry(1, { delta: 5 })]).lots)).toBeNull();
    expect(nextExpiry([])).toBeNull();
  });
});

/** A step of a random history. `ledgerOf` chooses a possible change by these numbers. */
type Step = { readonly kind: number; readonly size: number; readonly days: number };

const history = fc.array(
  fc.record({
    kind: fc.nat({ max: 6 }),
    size: fc.integer({ min: 1, max: 9 }),
    days: fc.nat({ max: 6 }),
  }),
  { maxLength: 40 },
);

/** Returns the ledger of a history. At each step, writes off the expired stamps before the change. */
function ledgerOf(steps: readonly Step[]): StampEntry[] {
  const entries: StampEntry[] = [];
  let today = 0;
  const balance = () => entries.reduce((total, { delta }) => total + delta, 0);
  const write = (made: Partial<StampEntry> & { delta: number }) => {
    if (made.delta === 0) return;
    entries.push(entry(entries.length + 1, { day: dayAt(today), ...made }));
  };
  const not = (cause: StampEntry["cause"]) => (candidate: StampEntry) =>
    !entries.some((other) => other.cause === cause && other.causeId === candidate.causeId);
  for (const { kind, size, days } of steps) {
    today += days;
    write({ cause: "expiry", delta: -dueStamps(replayLedger(entries).lots, dayAt(today)) });
    if (kind <= 2)
      write({
        cause: kind === 0 ? "award" : "earning",
        delta: size,
        expiresOn: size === 9 ? null : dayAt(today + size),
      });
    if (kind === 3) write({ delta: -Math.min(size, balance()) });
    if (kind === 4) {
      const made = entries.filter(({ cause }) => cause === "redemption");
      const open = made.filter(not("cancellation"))[0];
      if (open) write({ cause: "cancellation", causeId: open.causeId, delta: -open.delta });
    }
    if (kind >= 5) {
      const sales = entries.filter(({ cause }) => cause === "earning");
      const sale = sales.filter(not("earning_cancellation")).at(-size);
      const back = sale ? replayLedger(entries).returnable(sale) : 0;
      if (!sale || back > balance()) continue;
      const [cause, part] =
        kind === 5
          ? (["earning_cancellation", back] as const)
          : (["earning_modification", Math.min(size, back)] as const);
      const causeId = kind === 5 ? sale.causeId : entries.length + 1;
      write({ cause, causeId, reversedId: sale.causeId, delta: -part });
    }
  }
  return entries;
}

describe("random histories", () => {
  test("the sum of the entries is the sum of what is left", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(history, (steps) => {
        const entries = ledgerOf(steps);
        for (const { cause } of entries) kinds.add(cause);
        const { lots } = replayLedger(entries);
        const balance = entries.reduce((total, { delta }) => total + delta, 0);
        expect(lots.reduce((total, { left }) => total + left, 0)).toBe(balance);
        expect(lots.every(({ left }) => left > 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect([...kinds].sort()).toEqual([
      "award",
      "cancellation",
      "earning",
      "earning_cancellation",
      "earning_modification",
      "expiry",
      "redemption",
    ]);
  });

  test("a second replay gives the same, in any order of the rows", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const entries = ledgerOf(steps);
        expect(replayLedger(entries.toReversed()).lots).toEqual(replayLedger(entries).lots);
      }),
    );
  });

  test("nothing that has expired is left after its expiry", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const entries = ledgerOf(steps);
        const last = entries.at(-1);
        if (!last) return;
        expect(dueStamps(replayLedger(entries).lots, last.day)).toBe(0);
      }),
    );
  });

  test("a sale and its void leave the lots of others as they were", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 9 }), (steps, stamps) => {
        const entries = ledgerOf(steps);
        const day = entries.at(-1)?.day ?? dayAt(0);
        const number = entries.length + 1;
        const sale = entry(number, { delta: stamps, day, expiresOn: day });
        const back = entry(number + 1, {
          cause: "earning_cancellation",
          causeId: sale.causeId,
          reversedId: sale.causeId,
          delta: -stamps,
          day,
        });
        expect(replayLedger([...entries, sale, back]).lots).toEqual(replayLedger(entries).lots);
      }),
    );
  });

  test("a redemption and its cancel on the same day leave all lots as they were", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const entries = ledgerOf(steps);
        const day = entries.at(-1)?.day ?? dayAt(0);
        const balance = entries.reduce((total, { delta }) => total + delta, 0);
        if (balance === 0) return;
        const number = entries.length + 1;
        const made = entry(number, { delta: -Math.ceil(balance / 2), day });
        const back = entry(number + 1, {
          cause: "cancellation",
          causeId: made.causeId,
          delta: -made.delta,
          day,
        });
        expect(replayLedger([...entries, made, back]).lots).toEqual(replayLedger(entries).lots);
      }),
    );
  });
});
