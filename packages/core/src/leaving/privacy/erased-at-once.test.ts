import { afterEach, expect, it } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { anonymizeCustomer, anonymizeMember } from "./index.ts";

// A client that did not wait for the answer calls again while the customer's data is being erased.

let sent: string[] = [];
let onStatement = (_text: string): unknown => undefined;
const t = harnessOfFile({
  isOwn: true,
  onStatement: (text) => {
    sent.push(text);
    onStatement(text);
  },
});
afterEach(() => {
  onStatement = () => undefined;
});

async function setting() {
  const merchant = await t.given.merchant();
  const customer = await t.given.customer(merchant);
  sent = [];
  return { merchant, customer, again: t.keyed(merchant, "key"), first: t.keyed(merchant, "key") };
}

/** How often the audit log was read. */
const reads = () =>
  sent.filter((text) => text.includes(" from audit_entries x") && /limit \$\d+/.test(text)).length;

it("M14: a retry with the same key waits, reads nothing twice, and gets the same answer", async () => {
  const { customer, first, again } = await setting();
  await Promise.all([anonymizeMember(first, customer.id), anonymizeMember(again, customer.id)]);
  expect(first.replays() + again.replays()).toBe(1);
  expect(reads()).toBe(1);
});

it("M14: another call waits, reads nothing twice, and is refused like one for an unknown customer", async () => {
  const { merchant, customer, first } = await setting();
  const confirmation = customer.name;
  const byStaff = { customerId: customer.id, reason: "asked for it", confirmation };
  const isErasing = new Promise<void>((begun) => {
    onStatement = (text) => text.includes(" from bookings x") && begun();
  });
  const erased = anonymizeMember(first, customer.id);
  await isErasing;
  const [byToken, staff] = await Promise.all([
    refusalOf(anonymizeMember(t.keyed(merchant, "another key"), customer.id)),
    refusalOf(anonymizeCustomer(t.as(merchant), byStaff)),
  ]);
  await erased;
  expect([byToken.code, staff.code]).toEqual(["invalid_data", "invalid_user"]);
  expect(reads()).toBe(1);
});

it("M14: a retry erases if the first call fails", async () => {
  const { customer, first, again } = await setting();
  let isDown = true;
  onStatement = (text) => {
    if (!isDown || !/ for update\b/.test(text)) return;
    isDown = false;
    throw new Error("crashed");
  };
  const [one, other] = await Promise.allSettled([
    anonymizeMember(first, customer.id),
    anonymizeMember(again, customer.id),
  ]);
  expect([one.status, other.status].sort()).toEqual(["fulfilled", "rejected"]);
  expect(reads()).toBe(2);
  expect(
    (await refusalOf(anonymizeMember(t.keyed(again.caller.merchant, "k"), customer.id))).code,
  ).toBe("invalid_data");
});
