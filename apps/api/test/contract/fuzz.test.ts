import { appRouter, listProcedures } from "@stampbook/router";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { contract } from "../harness.ts";
import { openShop, type Shop } from "../shop.ts";

const RUNS = 150;

/** JSON texts that have broken other services: forms, bounds, encodings, keys. */
const nasty = fc.constantFrom(
  "null",
  "true",
  '""',
  '" "',
  "0",
  "-0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "9007199254740993",
  "123456789012345678901234567890",
  '"9223372036854775808"',
  '"1e400"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"2026-02-30"',
  '"\' or 1=1 --"',
  '"{{otp}}"',
  '"<script>"',
  '"NaN"',
  "[]",
  "{}",
  "[[[[[[[[[[[[]]]]]]]]]]]]",
  '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  `"${"x".repeat(300)}"`,
  `"${"é".repeat(10_000)}"`,
);
const anyJson = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** The keys of a refusal; two operations say a status too, and bookings/add has a body of its own. */
const refusals = [
  ["detail", "errors", "error_code", "error_message"],
  ["detail", "errors", "error_code", "error_message", "status"],
  ["detail", "validation_errors"],
];

const operations = listProcedures(appRouter).filter(
  ({ meta: { rest } }) => rest && rest.as !== "page",
);

contract("whatever is sent", (house) => {
  let shop: Shop;
  let fitting: Record<string, string>;
  beforeAll(async () => {
    shop = await openShop(house);
    const customer = await shop.customer(1_000_000);
    const voucher = await shop.voucherOf(customer.id);
    const reward = await house.given.reward(shop.merchant);
    const promo = await house.given.promoCode(shop.merchant);
    const named = {
      user: customer.email,
      identifier: customer.email,
      store: shop.store.id,
      voucher: voucher.id,
      voucher_code: voucher.code,
      voucher_template: voucher.template.id,
      reward: reward.id,
      promo_code: promo.code,
      invoice_number: "1",
      value: 1,
      id: 1,
      rewards: [{ code: reward.code }],
    };
    fitting = Object.fromEntries(
      Object.entries(named).map(([field, value]) => [field, JSON.stringify(value)]),
    );
  });

  it.each(operations)("$name answers, never with a fault of its own", async ({ meta, inputs }) => {
    const [input] = inputs;
    const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : ["any"];
    const changes = fc.dictionary(fc.constantFrom(...fields), anyJson, { maxKeys: 4 });
    const bodies = fc.oneof({ weight: 9, arbitrary: changes }, { weight: 1, arbitrary: anyJson });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const payload = typeof body === "string" ? body : compose(fields, body);
        const [status, answer] = await house.send({
          method: "POST",
          path: meta.rest?.path ?? "",
          token: shop.token,
          headers: { "content-type": "application/json" },
          payload,
        });
        expect([200, 400, 404, 429]).toContain(status);
        if (status === 400) expect(refusals).toContainEqual(Object.keys(answer as object));
        else if (status !== 200) expect(answer).toHaveProperty("detail");
      }),
      { numRuns: RUNS },
    );
  });

  /** A call that would succeed, with some of its fields changed. */
  function compose(fields: readonly string[], changed: Record<string, string>): string {
    const written = fields.flatMap((field) => {
      const value = changed[field] ?? fitting[field];
      return value === undefined ? [] : [`${JSON.stringify(field)}:${value}`];
    });
    return `{${written.join(",")}}`;
  }
});
