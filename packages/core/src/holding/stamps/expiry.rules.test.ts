import { expect, test } from "vitest";
import { cutBatches } from "./expiry.rules.ts";

/** Makes the customers 1, 2, … with these entry numbers. */
const due = (...entries: number[]) =>
  entries.map((entryNumber, n) => ({ customerId: n + 1, entryNumber }));

test.each([
  ["nobody", due(), []],
  ["one", due(3), [[1]]],
  ["as many customers as a batch may have", due(1, 1, 1), [[1, 2, 3]]],
  ["one more", due(1, 1, 1, 1), [[1, 2, 3], [4]]],
  ["as many entries as a batch may have", due(4, 6), [[1, 2]]],
  ["one entry more", due(4, 7), [[1], [2]]],
  ["a customer with more entries than a batch may have", due(1, 50, 1, 1), [[1], [2], [3, 4]]],
])("cuts batches of three customers and ten entries: %s", (_, customers, expected) => {
  expect(cutBatches(customers, { customers: 3, entries: 10 })).toEqual(expected);
});
