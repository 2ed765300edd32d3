import { runAudit } from "@stampbook/core/audit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bodiesOf, type Fitting } from "../fuzzing.ts";
import { contract } from "../harness.ts";
import { documentedOperations, inputOf } from "../open-api.ts";
import { openShop, type Shop } from "../shop.ts";

/** `pnpm --filter @stampbook/api fuzz -- --requests 100000` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const DATABASES = 2;
const RUNS = Math.ceil(REQUESTS / DATABASES / documentedOperations.length);
/** Guesses are counted for each token: a new one now and then keeps the verbs within reach. */
const CALLS_OF_A_TOKEN = 40;

/** What no answer may let out: stacks, queries, and the names of what is behind. */
const leaks =
  /\bat \S+ \(|node_modules|\.ts:\d|select .* from|insert into|update .* set|syntax error|violates|postgres|pglite|drizzle|zod|\bstampbook_/i;

contract(
  "whatever is sent",
  (house) => {
    let shop: Shop;
    let fitting: Fitting;
    let calls = 0;
    let token = "";
    beforeAll(async () => {
      shop = await openShop(house);
      const own = await idsOf(shop);
      const others = await idsOf(await openShop(house));
      const plain = {
        invoice_number: "1",
        value: "1.50",
        id: 1,
        qty: 2,
        stamps: 5,
        channel: 2,
        timeout: 60,
        extra_data: { table: 7 },
        request_id: "till-1",
        pin: "024680",
        confirm_pin: "024680",
        current_pin: "024680",
        new_pin: "135791",
        confirm_new_pin: "135791",
        otp: "123456",
        password: "correct horse",
        old_password: "correct horse",
        new_password: "correct horses",
        confirm_new_password: "correct horses",
        mobile_number: "081239871234",
        date: "2030-11-21",
        time: "19:30",
        phone: "081239871234",
        number_of_people: 4,
      };
      fitting = {
        ...Object.fromEntries(
          Object.entries(plain).map(([field, value]) => [field, { own: value }]),
        ),
        ...Object.fromEntries(
          Object.entries(own).map(([field, value]) => [
            field,
            { own: value, others: [others[field as keyof typeof others]] },
          ]),
        ),
      };
    });
    afterAll(() => {
      console.log(`${calls} requests were sent`);
    });

    async function idsOf({ customer: newCustomer, merchant, store, voucherOf }: Shop) {
      const customer = await newCustomer(1_000_000);
      const voucher = await voucherOf(customer.id);
      const reward = await house.given.reward(merchant);
      const promo = await house.given.promoCode(merchant);
      return {
        user: customer.email,
        identifier: customer.memberId,
        email: customer.email,
        store: store.id,
        voucher: voucher.id,
        voucher_code: voucher.code,
        voucher_template: voucher.template.id,
        reward: reward.id,
        promo_code: promo.code,
        rewards: [{ code: reward.code }],
      };
    }

    it.each(documentedOperations)(
      "$name answers as documented, never with a fault of its own",
      async ({ path, operation }) => {
        await fc.assert(
          fc.asyncProperty(bodiesOf(inputOf(operation), fitting), async (payload) => {
            if (calls++ % CALLS_OF_A_TOKEN === 0) token = await house.tokenOf(shop.merchant);
            const [status, answer] = await house.send({
              method: "POST",
              path,
              token,
              headers: { "content-type": "application/json" },
              payload,
            });
            expect([200, 400, 404, 429]).toContain(status);
            expect(said(answer)).not.toMatch(leaks);
          }),
          { numRuns: RUNS },
        );
      },
      30 * 60_000,
    );

    it("leaves everything that the books promise as it was, and no error in the log", async () => {
      expect(await runAudit(house.core.db)).toEqual([]);
      expect(house.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    });
  },
  // so fast that what is judged is the operation
  { rate: { perSecond: 1_000_000, burst: 1_000_000 } },
);

/** What an answer says in words of its own: not what the request had sent. */
function said(answer: unknown): string {
  const { detail } = answer as { detail?: unknown };
  return typeof detail === "string" ? detail : "";
}
