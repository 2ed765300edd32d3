import { createTestDatabase } from "@stampbook/db/testing";
import { examples } from "@stampbook/router/documents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookedFor, needsBooking } from "../booked.ts";
import { type OpenHouse, openHouse } from "../harness.ts";
import { documentedOperations } from "../open-api.ts";
import { inThirtyDays } from "../shop.ts";
import { printedCall, start } from "./first-start.ts";

type Json = { readonly [key: string]: unknown };

/** What an example takes from the answer to an earlier one: by operation, its field, and the value's place. */
const taken: Readonly<Record<string, Readonly<Record<string, readonly [string, ...string[]]>>>> = {
  "password.reset": { otp: ["password.requestReset", "otp"] },
  "pin.reset": { otp: ["pin.requestReset", "otp"] },
  "redemptions.cancel": { id: ["redemptions.redeemVoucherCode", "redemption", "id"] },
  "redemptions.addInvoiceNumber": {
    redemption_id: ["redemptions.redeemMultipleRewards", "redemption", "id"],
  },
  "redemptions.details": {
    redemption_id: ["redemptions.redeemVoucherCode", "redemption", "id"],
  },
  "transactions.modify": { id: ["transactions.add", "transaction", "id"] },
  "transactions.details": { transaction_id: ["transactions.add", "transaction", "id"] },
  "transactions.cancelById": { id: ["transactions.addBrief", "transaction", "id"] },
  "stamps.cancel": { id: ["stamps.add", "award", "id"] },
};

let house: OpenHouse;
let lines: readonly string[];
beforeAll(async () => {
  house = await openHouse(await createTestDatabase());
  ({ lines } = await start(house.core));
});
afterAll(() => house?.close());

test("C6: all documented examples work on the demo, one after another, after the printed call", async () => {
  const text = lines.join("\n");
  const [, token = ""] = /Token of a till: (\S+)/.exec(text) ?? [];
  const [, pin = "", password = ""] =
    /customer@example\.com has the PIN (\d{6}) and the password (\S+)/.exec(text) ?? [];
  expect((await house.send(printedCall(lines).call))[0]).toBe(200);

  const answers = new Map<string, unknown>();
  const refused: unknown[] = [];
  // what is left of a sale is canceled after goods of it came back
  const isLast = ({ name }: { readonly name: string }) => name === "transactions.cancel";
  const inOrder = documentedOperations.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
  for (const operation of inOrder) {
    const { name } = operation;
    const written: Json = JSON.parse(
      JSON.stringify(examples[name]?.body)
        .replaceAll('"123456"', `"${pin}"`)
        .replaceAll('"secret123"', `"${password}"`),
    );
    const booked = { merchantId: 1, storeId: 32 };
    const booking = needsBooking(name) ? await bookedFor(house.core, name, booked) : {};
    const slotsOn = name === "bookings.slots" ? { date: inThirtyDays() } : {};
    const [status, body] = await house.ask(
      operation,
      { ...written, ...takenBy(name, answers), ...booking, ...slotsOn },
      { token },
    );
    answers.set(name, body);
    if (status !== 200) refused.push([name, status, body]);
  }
  expect(refused).toEqual([]);
  expect(answers.size).toBeGreaterThan(50);
});

function takenBy(name: string, answers: ReadonlyMap<string, unknown>): Json {
  const fields = Object.entries(taken[name] ?? {}).map(([field, [operation, ...place]]) => [
    field,
    place.reduce((part, key) => (part as Json)[key], answers.get(operation)),
  ]);
  const isOfDay = name === "transactions.cancel";
  return { ...Object.fromEntries(fields), ...(isOfDay ? { date: todayInJakarta() } : {}) };
}

/** The business day of the sales that the examples add in Kemang. */
function todayInJakarta(): string {
  return new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
}
