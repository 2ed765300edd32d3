import { describe, expect, test } from "vitest";
import type { CoreContext } from "../foundation/context.ts";
import { createSecrets } from "../foundation/secrets.ts";
import type { CallKey } from "../foundation/writing/key.sql.ts";
import type { BatchStatement } from "../foundation/writing/statement.ts";
import { cancelRedemption, type Redeemed } from "../spending/redeeming/index.ts";
import { refusalOf } from "./harness.ts";
import type { OpenHarness } from "./open-harness.ts";
import { running, twoProcesses } from "./races.ts";
import { whileAllWait } from "./waiting/while-all-wait.ts";
import type { Changes, Ready, Way } from "./ways.ts";

/** An operation that redeems a reward, voucher or promo code at most once for an invoice number. */
export type OncePerInvoice<Call, Seen, Done> = {
  readonly way: Way;
  readonly statement: BatchStatement<Call, Seen, Done>;
  /** The statement that makes no key of the invoice number. */
  readonly keyless: BatchStatement<Call, Seen, Done>;
  /** The table in which all competing calls lock the same row. */
  readonly locks: "memberships" | "vouchers" | "promo_codes";
};

const DAY_MS = 86_400_000;
const sale: Changes = { invoiceNumber: "INV-1" };
const bytes = (outcome: Redeemed) => JSON.stringify(outcome);

/** Returns a context that counts its replays. `parts` can replace the clock or the secrets. */
function counting(t: OpenHarness, { merchant }: Ready, parts: Partial<CoreContext> = {}) {
  let replays = 0;
  const onReplay = () => {
    replays++;
  };
  return { ...t.as(merchant, { onReplay, ...parts }), replays: () => replays };
}

/** Tests the setting `oneRedemptionPerInvoice` for an operation. */
export function testOncePerInvoice<Call extends CallKey, Seen, Done>(
  harness: () => OpenHarness,
  { way, ...competing }: OncePerInvoice<Call, Seen, Done>,
): void {
  const prepare = (isOn = true) => way.prepare(harness(), { oneRedemptionPerInvoice: isOn });

  test("the same thing for the same invoice is answered as before, and changes nothing", async () => {
    const t = harness();
    const ready = await prepare();
    const [first, second] = [counting(t, ready), counting(t, ready)];
    const outcome = await ready.redeem(first, sale);
    const before = await t.rows(ready.merchant);
    expect(bytes(await ready.redeem(second, sale))).toBe(bytes(outcome));
    expect(await t.written(ready.merchant, before)).toEqual({});
    expect([first.replays(), second.replays()]).toEqual([0, 1]);
  });

  test("it is still recognised with another SECRET_KEY", async () => {
    const t = harness();
    const ready = await prepare();
    const outcome = await ready.redeem(t.as(ready.merchant), sale);
    const secrets = createSecrets(
      { current: "another secret key, also long enough", old: [] },
      { patienceMs: 60_000 },
    );
    expect(bytes(await ready.redeem(counting(t, ready, { secrets }), sale))).toBe(bytes(outcome));
  });

  describe("it is another redemption", () => testOthers(harness, prepare));

  test("a caller's key never meets a derived one, whatever its text", async () => {
    const t = harness();
    const ready = await prepare();
    await ready.redeem(t.as(ready.merchant), sale);
    const keys = [...((await t.rows(ready.merchant)).get("idempotencyKeys")?.values() ?? [])];
    expect(keys).toHaveLength(1);
    expect(keys[0]?.key).not.toMatch(/^[\x20-\x7e]*$/);
  });

  test("once it is canceled, the thing can be redeemed for the invoice again", async () => {
    const t = harness();
    const ready = await prepare();
    const { redemption } = await ready.redeem(t.as(ready.merchant), sale);
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    await cancelRedemption(t.as(ready.merchant), input);
    expect((await t.rows(ready.merchant)).get("idempotencyKeys")?.size).toBe(0);
    const ctx = counting(t, ready);
    // a voucher that was redeemed whole stays spent
    if (/Voucher(Code)?$/.test(way.operation))
      expect(await refusalOf(ready.redeem(ctx, sale))).toMatchObject({
        code: "voucher_already_redeemed",
      });
    else expect((await ready.redeem(ctx, sale)).redemption.id).not.toBe(redemption.id);
    expect(ctx.replays()).toBe(0);
  });

  testRace(harness, prepare, competing);
}

type Prepare = (isOn?: boolean) => Promise<Ready>;

function testOthers(harness: () => OpenHarness, prepare: Prepare): void {
  /** Makes two calls. Expects that the second is not a replay: it makes a new redemption or is refused. */
  async function second(ready: Ready, ctx: ReturnType<typeof counting>, changes: Changes) {
    const outcome = await ready.redeem(harness().as(ready.merchant), sale);
    const id = await ready.redeem(ctx, changes).then(
      ({ redemption }) => redemption.id,
      () => null,
    );
    expect(id).not.toBe(outcome.redemption.id);
    expect(ctx.replays()).toBe(0);
  }

  test("where the merchant has not turned the setting on", async () => {
    const ready = await prepare(false);
    await second(ready, counting(harness(), ready), sale);
  });

  test("without an invoice number, and with another one", async () => {
    for (const invoiceNumber of [null, "INV-2"]) {
      const ready = await prepare();
      await second(ready, counting(harness(), ready), { invoiceNumber });
    }
  });

  test("in another store", async () => {
    const ready = await prepare();
    const store = await harness().given.store(ready.merchant);
    await second(ready, counting(harness(), ready), { ...sale, store: store.id });
  });

  test("of another customer", async () => {
    const ready = await prepare();
    const other = await harness().given.customer(ready.merchant, {}, { stamps: 5 });
    await second(ready, counting(harness(), ready), { ...sale, user: other.email });
  });

  test("on the next day", async () => {
    const ready = await prepare();
    await second(ready, counting(harness(), ready, { clockOffsetMs: DAY_MS }), sale);
  });

  test("with an Idempotency-Key", async () => {
    const ready = await prepare();
    const ctx = harness().keyed(ready.merchant, "k");
    await second(ready, { ...ctx, replays: ctx.replays }, sale);
  });
}

function testRace<Call extends CallKey, Seen, Done>(
  harness: () => OpenHarness,
  prepare: Prepare,
  { statement, keyless, locks }: Omit<OncePerInvoice<Call, Seen, Done>, "way">,
): void {
  test.each([
    ["both get the one answer", statement, 1],
    ["without the derived key they do not", keyless, 2],
  ])("two calls at the same moment: %s", async (_, sent, answers) => {
    const t = harness();
    const ready = await prepare();
    const processes = twoProcesses(t).map((process) => running(process, sent));
    const told: string[] = [];
    await whileAllWait(t, locks, ready.merchant.id, () =>
      Promise.all(
        processes.map(async (writing) => {
          const call = ready.redeem(t.as(ready.merchant, { writing }), sale);
          told.push(await call.then(bytes, () => "refused"));
        }),
      ),
    );
    expect(new Set(told).size).toBe(answers);
    const rows = await t.rows(ready.merchant);
    // each different answer is a redemption of its own, apart from "refused"
    const refused = told.filter((text) => text === "refused").length;
    expect(rows.get("redemptions")?.size).toBe(answers - refused);
  });
}
