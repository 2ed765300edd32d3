import fc from "fast-check";
import { expect, test } from "vitest";
import { KeySet } from "../../src/cli/import/key-set.ts";

const key = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.maxSafeNat(), fc.string({ maxLength: 3 }));

test("says the same as a Map of the keys", () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3_000 }), (keys) => {
      const set = new KeySet();
      const map = new Map<string | number, number>();
      for (const [record, each] of keys.entries()) {
        expect(set.has(each)).toBe(map.has(each));
        expect(set.add(each, record)).toBe(map.get(each) ?? null);
        if (!map.has(each)) map.set(each, record);
      }
    }),
    { numRuns: 50 },
  );
});

test("holds 300,000 ids in a row and tells each, in 12 bytes a slot", () => {
  const set = new KeySet();
  let known = 0;
  for (let id = 1; id <= 300_000; id++) if (set.add(id, id - 1) !== null) known += 1;
  expect(known).toBe(0);
  expect(set.add(300_000, 0)).toBe(299_999);
  expect(set.has(1)).toBe(true);
  expect(set.has(300_001)).toBe(false);
});

test("ids above 32 bits are other keys than their lower half", () => {
  const set = new KeySet();
  set.add(5, 0);
  expect(set.has(5 + 2 ** 32)).toBe(false);
  set.add(5 + 2 ** 32, 1);
  expect(set.add(5, 9)).toBe(0);
  expect(set.add(5 + 2 ** 32, 9)).toBe(1);
});
