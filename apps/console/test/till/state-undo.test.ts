import { expect, test } from "vitest";
import { change, receive } from "../../src/features/till/state/inbox.ts";
import {
  beginUndo,
  confirm,
  endUndo,
  finish,
  goBack,
  leaveReceipt,
  meetCustomer,
  nobody,
  noteCanceled,
  openTill,
} from "../../src/features/till/state/steps.ts";
import type { Till } from "../../src/features/till/state/types.ts";
import { customer, done, scan, settle, voucher } from "../testing/till-state.ts";

/** A till with the receipt of customer 1: a bun, and a sale. */
function receiptOf(): Till {
  const line = { redemptionId: 5, kind: "reward", name: "Bun", qty: 1, stampsUsed: 2 } as const;
  const sale = { id: 6, status: "Created", total: "10.00", stampsEarned: 1 } as const;
  const { visit, ...rest } = done("key");
  const lines = [{ ...line, value: null, voucher: null, issued: [] }];
  const sent = confirm(scan(openTill(nobody), { V1: voucher(1, 1) }), "key");
  return finish(sent, { ...rest, visit: { ...visit, lines, sale } });
}

test("the visit before is shown without what was undone, and not at all if nothing is left", () => {
  const receipt = receiptOf();
  const next = (till: Till) => change(till, (now) => meetCustomer(now, { id: 2, name: "" }, null));
  expect(next(receipt).before?.canceled).toEqual([]);
  expect(next(noteCanceled(receipt, "key", [5])).before?.canceled).toEqual([5]);
  expect(next(noteCanceled(receipt, "key", [5, "sale"])).before).toBeNull();
  // undone on the list of last visits, while the next customer is served
  const undone = (till: Till) => noteCanceled(till, "key", [5, "sale"]);
  expect(change(next(receipt), undone).before).toBeNull();
});

test("while an undo runs nothing replaces its receipt, and codes wait until its outcome is seen", () => {
  const codes = { M2: customer(2) };
  // the code is being looked up when the undo begins
  const looking = change(receiptOf(), (now) => receive(now, "M2", 90_000));
  const running = settle(change(looking, beginUndo), codes);
  expect(running.now.step).toBe("receipt");
  expect(goBack(running)).toBe(running);
  expect(meetCustomer(running, { id: 3, name: "" }, null)).toBe(running);
  const ended = settle(change(running, endUndo), codes);
  expect([ended.now.step, ended.inbox.length]).toEqual(["receipt", 1]);
  const left = settle(change(change(ended, goBack), leaveReceipt), codes);
  expect(left.now).toMatchObject({ step: "visit", visit: { customerId: 2 } });
});

test("without waiting codes the receipt is replaced by the next scan, as soon as an undo has ended", () => {
  const ended = change(change(receiptOf(), beginUndo), endUndo);
  const next = scan(ended, { M2: customer(2) });
  expect(next.now).toMatchObject({ step: "visit", visit: { customerId: 2 } });
});
