import { expect, test } from "vitest";
import { missingOf } from "../../src/features/till/basket/problems.ts";
import {
  readAddress,
  type VisitAddress,
  writeAddress,
} from "../../src/features/till/state/address.ts";
import { emptyBasket } from "../../src/features/till/state/basket.ts";
import {
  advance,
  change,
  findConnection,
  loseConnection,
  receive,
} from "../../src/features/till/state/inbox.ts";
import { land, landChoice, landFailure, landVoucher } from "../../src/features/till/state/land.ts";
import { isContact } from "../../src/features/till/state/meaning.ts";
import {
  answer,
  basketOf,
  confirm,
  finish,
  goBack,
  leave,
  loseAnswer,
  meetCustomer,
  nobody,
  openTill,
  refuse,
  reopen,
  servedBy,
} from "../../src/features/till/state/steps.ts";
import type { Card, Matches, Step, Till } from "../../src/features/till/state/types.ts";
import {
  customer,
  done,
  failure,
  nothing,
  scan,
  settle,
  takenBy,
  voucher,
} from "../testing/till-state.ts";

test("codes are looked up strictly in order, and a double read is one", () => {
  let till = openTill(nobody);
  for (const [at, code] of [
    [10, "M1"],
    [400, "M1"],
    [500, "V1"],
    [800, "v1"],
    [3_000, "V1"],
  ] as const)
    till = advance(receive(till, code, at));
  expect(till.looking?.text).toBe("M1");
  expect(till.inbox.map(({ text }) => text)).toEqual(["V1", "V1"]);
  till = settle(till, { M1: customer(1), V1: voucher(1, 1) });
  expect(takenBy(till), "the same voucher is there once").toEqual([1, 1]);
});

test("a second customer is asked about, and the basket is kept until then", () => {
  const codes = { V1: voucher(1, 1), M2: customer(2), V2: voucher(2, 2) };
  const asked = scan(openTill(nobody), codes);
  expect(takenBy(asked)).toEqual([1, 1]);
  expect(asked.question?.customer?.id).toBe(2);
  expect(
    asked.inbox.map(({ text }) => text),
    "the next scan waits",
  ).toEqual(["V2"]);
  expect(confirm(asked, "key"), "nothing is confirmed meanwhile").toBe(asked);
  const switched = settle(advance(answer(asked, true)), codes);
  expect(takenBy(switched)).toEqual([2, 1]);
  const stayed = settle(advance(answer(asked, false)), codes);
  expect(takenBy(stayed)).toEqual([1, 1]);
  expect(stayed.question?.customer?.id, "the voucher of the other asks again").toBe(2);
});

test("a customer is left at once, but a basket only after a question", () => {
  const codes = { M2: customer(2) };
  expect(takenBy(leave(scan(openTill(nobody), { M1: customer(1) })))).toEqual([null, 0]);
  const asked = leave(scan(openTill(nobody), { V1: voucher(1, 1) }));
  expect(takenBy(asked)).toEqual([1, 1]);
  expect(confirm(asked, "key"), "nothing is confirmed meanwhile").toBe(asked);
  expect(takenBy(goBack(asked))).toEqual([1, 1]);
  const waiting = scan(asked, codes);
  expect(takenBy(settle(advance(answer(waiting, true)), codes))).toEqual([2, 0]);
  const sent = confirm(answer(asked, false), "key");
  expect(leave(sent), "it is under way").toBe(sent);
});

test("what nobody holds waits for its customer, or joins the visit", () => {
  const waiting = scan(openTill(nobody), { V9: voucher(9, null) });
  expect(takenBy(waiting)).toEqual([null, 1]);
  expect(takenBy(scan(waiting, { M1: customer(1) }))).toEqual([1, 1]);
  expect(waiting.active, "so that Enter confirms, and takes no reward").toBe(-1);
  const [card] = voucher(9, null).vouchers;
  const balance = { ...nothing, vouchers: [{ ...card, remainingValue: "100.00" }] } as Matches;
  const joined = scan(openTill(nobody), { M1: customer(1), V9: balance });
  expect(takenBy(joined)).toEqual([1, 1]);
  expect(basketOf(joined.now).lines, "the line names the balance that it takes").toMatchObject([
    { kind: "unowned", remainingValue: "100.00" },
  ]);
});

test("the question names a customer without a name by a contact, or by the voucher's code", () => {
  const visit = scan(openTill(nobody), { V1: voucher(1, 1) });
  const nameless = {
    id: 2,
    name: "",
    memberId: null,
    mobileNumber: null,
    email: "new@example.com",
  };
  const found = { ...nothing, customers: [nameless] as unknown as Matches["customers"] };
  expect(scan(visit, { "new@example.com": found }).question?.customer?.name).toBe(
    "new@example.com",
  );
  const [held] = voucher(2, 2).vouchers;
  const code = { ...nothing, vouchers: [{ ...held, customer: { id: 2, name: "" } }] } as Matches;
  expect(scan(visit, { V2: code }).question?.customer?.name).toBe("V2");
});

test("an empty basket is left for the next customer without a question", () => {
  const till = scan(openTill(nobody), { M1: customer(1), M2: customer(2) });
  expect([till.question, ...takenBy(till)]).toEqual([null, 2, 0]);
});

test("all tries of a confirmation have one key, until it took place", () => {
  const visit = scan(openTill(nobody), { V1: voucher(1, 1) });
  const sent = confirm(visit, "first");
  expect(confirm(sent, "second"), "it is under way").toBe(sent);
  const more = scan(visit, { V9: voucher(9, null) });
  expect(confirm(more, "first", visit.now), "staff have not seen the second line").toBe(more);
  expect(goBack(sent), "it cannot be left").toBe(sent);
  const refused = refuse(sent, "first", failure("voucher_expired"));
  const lost = loseAnswer(confirm(refused, "second"), "first");
  const again = confirm(reopen(lost), "third");
  expect(again.now).toMatchObject({ step: "confirming", visit: { key: "first" } });
  expect(finish(again, done("other")), "another visit's answer").toBe(again);
  expect(refuse(again, "other", failure("voucher_expired")), "its refusal").toBe(again);
  expect(loseAnswer(again, "other"), "its lost answer").toBe(again);
  const receipt = finish(again, done("first"));
  expect(receipt.now.step).toBe("receipt");
  const next = scan(receipt, { V2: voucher(2, 1) });
  expect(next.now).toMatchObject({ step: "visit", visit: { key: null, customerId: 1 } });
});

test("what is scanned while a confirmation is under way waits for its outcome", () => {
  const visit = scan(openTill(nobody), { V1: voucher(1, 1) });
  const looking = advance(receive(visit, "M2", 99_000));
  const sent = confirm(looking, "key");
  const held = scan(land(sent, looking.looking ?? { id: 0, text: "" }, customer(2)), {
    V9: nothing,
  });
  expect(held.inbox.map(({ text }) => text)).toEqual(["M2", "V9"]);
  const later = settle(advance(finish(held, done("key"))), { M2: customer(2) });
  expect(servedBy(later.now)).toBe(2);
});

test("nothing that staff choose while a confirmation is under way replaces the visit", () => {
  const [chosen] = customer(2).customers;
  const [held] = voucher(2, 2).vouchers;
  if (!chosen || !held) throw new Error("the look-ups have a match");
  const sent = confirm(scan(openTill(nobody), { V1: voucher(1, 1) }), "key");
  for (const now of [sent, loseAnswer(sent, "key")]) {
    expect(meetCustomer(now, chosen, null)).toBe(now);
    expect(landVoucher(now, held)).toBe(now);
    const asked = { ...now, question: { customer: chosen, line: null } };
    expect(answer(asked, true)).toEqual(now);

    const meet = (till: Till) => meetCustomer(till, chosen, null);
    const waiting = advance(landChoice({ ...now, text: "Cust" }, "M2", 99_000, meet));
    expect([waiting.text, waiting.inbox.map(({ text }) => text)]).toEqual(["", ["M2"]]);
    expect(waiting.now).toBe(now.now);
    const later = change(waiting, (till) => finish(till, done("key")));
    expect(servedBy(settle(later, { M2: customer(2) }).now)).toBe(2);
  }
});

test("without a connection codes are kept in order, and looked up when it is back", () => {
  const asked = advance(receive(openTill(nobody), "M1", 1));
  const lost = landFailure(asked, asked.looking ?? { id: 0, text: "" }, failure("unreachable"));
  const kept = scan(lost, { V1: nothing });
  expect(kept.inbox.map(({ text }) => text)).toEqual(["M1", "V1"]);
  const back = settle(advance(findConnection(kept)), { M1: customer(1), V1: voucher(1, 1) });
  expect([back.connection, ...takenBy(back)]).toEqual(["back", 1, 1]);
});

test("the question of a lost connection is about the visit of that time alone", () => {
  const back = (till: Till) => change(change(till, loseConnection), findConnection);
  const visit = scan(openTill(nobody), { V1: voucher(1, 1) });
  expect(back(openTill(nobody)).connection, "nobody was served").toBe("there");
  expect(back(scan(openTill(nobody), { M1: customer(1) })).connection).toBe("there");
  expect(back(visit).connection).toBe("back");
  const discarded = change(change(back(visit), goBack), (till) => answer(till, true));
  expect(discarded.connection).toBe("there");
  const asked = scan(back(visit), { V2: voucher(2, 2) });
  expect(asked.connection).toBe("back");
  expect(change(asked, (till) => answer(till, true)).connection).toBe("there");
});

test("a visit is the same after it was written to the address and read", () => {
  const read = (address: VisitAddress) => readAddress((name) => address[name]);
  const visit: Step = {
    step: "visit",
    note: null,
    visit: {
      customerId: 7,
      key: null,
      basket: {
        lines: [
          { kind: "reward", id: 1, qty: 3, stamps: null },
          { kind: "reward", id: 3, qty: 1, stamps: 25 },
          { kind: "voucher", id: 10, value: "30000.50" },
          { kind: "voucher", id: 11, value: "" },
          { kind: "voucher", id: 12, value: null },
          { kind: "promo", code: "HAPPY~HOUR %7E+1" },
        ],
        sale: "50000",
        invoice: "INV 1/2",
      },
    },
  };
  expect(read(writeAddress(visit))).toEqual(visit);
  const free: Step = {
    ...visit,
    visit: {
      ...visit.visit,
      basket: {
        ...emptyBasket,
        lines: [{ kind: "unowned", code: "SECRET", name: "x", remainingValue: null }],
      },
    },
  };
  expect(JSON.stringify(writeAddress(free)), "it is worth money to whoever reads it").not.toContain(
    "SECRET",
  );
  for (const step of ["confirming", "checking"] as const) {
    const sent = { step, isRunning: false, visit: { ...visit.visit, key: "k" } } as Step;
    expect(read(writeAddress(sent))).toMatchObject({ step: "checking", visit: { key: "k" } });
  }
  const strange = { customer: "0x", take: "r0~rx~v~p:", sale: null, invoice: null };
  expect(read({ ...strange, visit: null, step: null })).toEqual(nobody);
});

test("D7: Esc asks before it discards a basket, and ends an empty visit at once", () => {
  const served = scan(openTill(nobody), { M1: customer(1), V1: voucher(1, 1) });
  const asked = goBack(served);
  expect(asked.question).toEqual({ customer: null, line: null });
  expect(takenBy(goBack(asked)), "a second Esc stays").toEqual([1, 1]);
  expect(takenBy(answer(asked, true))).toEqual([null, 0]);
  expect(takenBy(goBack(scan(openTill(nobody), { M1: customer(1) })))).toEqual([null, 0]);
});

test.each([
  ["08120000119", true],
  ["+62 812-0000-119", true],
  ["6281234567890", true],
  ["ani@example.com", true],
  ["8991002101234", false],
  ["036000291452", true],
  ["012345678905", true],
  ["614141000036", false],
  ["10614141000415", false],
  ["M0101", false],
])("D1: %s may be a new customer's phone or email: %s", (text, expected) => {
  expect(isContact(text)).toBe(expected);
});

test.each([
  ["nothing but a sale without a total", { sale: "", invoice: "" }, "saleTotal"],
  ["a sale without an invoice number", { sale: "5.00", invoice: " " }, "invoiceNumber"],
  ["a whole sale", { sale: "5.00", invoice: "INV-1" }, null],
  ["no sale", { sale: null, invoice: "" }, null],
])("D33: of %s, what is missing is named", (_, { sale, invoice }, expected) => {
  const card = { vouchers: [], rewards: [] } as unknown as Card;
  expect(missingOf({ lines: [], sale, invoice }, card, undefined)).toBe(expected);
  const line = { kind: "voucher", id: 7, value: "" } as const;
  const withBalance = {
    vouchers: [{ id: 7, whyNot: null, remainingValue: "9.00" }],
    rewards: [],
  } as unknown as Card;
  expect(missingOf({ lines: [line], sale, invoice }, withBalance, undefined)).toBe("amount");
});
