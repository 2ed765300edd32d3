import { beforeAll, describe, expect, test } from "vitest";
import { cancelSale } from "../../earning/sales/index.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { mostOf } from "../../foundation/limits.rules.ts";
import { cancelRedemption } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, aVisit, refusalOf, visitSetting } from "../../testing/index.ts";
import { confirmVisit } from "./confirm-visit.ts";
import { getVisitOutcome } from "./get-visit-outcome.ts";
import type { VisitInput } from "./types.ts";
import { listTodaysVisits } from "./visit-record.sql.ts";

describe("today's last visits", () => {
  const t = harnessOfFile();
  let setting: Awaited<ReturnType<typeof visitSetting>>;
  let keys = 0;
  /** The clock offset to noon in the stores' zone. The day then does not change during a test. */
  let noon: Pick<CoreContext, "clockOffsetMs">;
  beforeAll(async () => {
    setting = await visitSetting(t);
    noon = { clockOffsetMs: t.offsetTo(`${new Date().toISOString().slice(0, 10)}T05:00:00Z`) };
  });

  /** Confirms a visit of the customer under a new idempotency key. Returns the key. */
  async function visit(input: Partial<VisitInput>, parts: Partial<CoreContext> = noon) {
    keys++;
    const key = `visit-${keys}`;
    const ctx = { ...t.keyed(setting.merchant, key), ...parts };
    await confirmVisit(ctx, aVisit({ ...setting.named, ...input }));
    return key;
  }
  const aStore = async () => (await t.given.store(setting.merchant)).id;
  const sold = (store: number, parts?: Partial<CoreContext>) =>
    visit({ store, sale: aSale() }, parts);
  const keysOf = async (store: number, ctx: CoreContext = t.as(setting.merchant, noon)) =>
    (await listTodaysVisits(ctx, store)).map(({ key }) => key);
  const coffees = (qty: number) => ({
    rewards: [{ reward: setting.coffee.id, qty, stamps: null, requestId: null }],
  });

  test("come newest first, with what became of them and who served", async () => {
    const store = await aStore();
    const { customer, merchant } = setting;
    const first = await visit({ store, ...coffees(1), sale: aSale({ invoiceNumber: "LAST-1" }) });
    const second = await sold(store);
    const ctx = t.as(merchant, noon);
    const [newest, oldest, ...more] = await listTodaysVisits(ctx, store);
    expect([newest?.key, oldest?.key, more]).toEqual([second, first, []]);
    const servedBy = { kind: "token", id: "1", name: null };
    const now = { isCanceled: false, invoiceNumber: "LAST-1", servedBy };
    expect(oldest).toMatchObject({
      visit: { customer: { id: customer.id }, storeId: store, sale: { total: "95000.00" } },
      redemptions: [now],
      sale: now,
    });
    expect(newest?.redemptions).toEqual([]);
    const moment = Date.now() + noon.clockOffsetMs;
    expect(Math.abs(moment - Date.parse(oldest?.at ?? ""))).toBeLessThan(60_000);

    const [redemption] = oldest?.redemptions ?? [];
    await cancelRedemption(ctx, {
      ...{ redemptionId: redemption?.id ?? 0, reason: "a mistake" },
      createReplacementVoucher: false,
    });
    const { record } = await getVisitOutcome(ctx, first);
    expect(record).toMatchObject({ redemptions: [{ isCanceled: true }], sale: now });
    await cancelSale(ctx, oldest?.visit.sale?.id ?? 0, "a mistake");
    const [, canceled] = await listTodaysVisits(ctx, store);
    expect(canceled).toMatchObject({
      redemptions: [{ isCanceled: true }],
      sale: { isCanceled: true },
    });
  });

  test("are those of the store alone, for whoever may act in it", async () => {
    const [store, other] = [await aStore(), await aStore()];
    const { merchant } = setting;
    const key = await sold(store);
    expect(await keysOf(store, { ...t.within(merchant, [store]), ...noon })).toEqual([key]);
    expect(await keysOf(other)).toEqual([]);
    const elsewhere = t.within(merchant, [other]);
    expect((await refusalOf(listTodaysVisits(elsewhere, store))).code).toBe("permission_denied");
    const stranger: Merchant = await t.given.merchant();
    expect(await keysOf(store, t.as(stranger, noon)), "another merchant's").toEqual([]);
    expect((await getVisitOutcome(t.as(stranger), key)).record).toBeNull();
  });

  test("are those of the store's day, by its own clock", async () => {
    const { merchant } = setting;
    // the sales are at 23:59 and 00:01 in Jakarta
    const store = (await t.given.store(merchant, { timezone: "Asia/Jakarta" })).id;
    const at = (moment: string) => ({ clockOffsetMs: t.offsetTo(moment) });
    const evening = await sold(store, at("2027-03-01T16:59:00Z"));
    const beforeMidnight = t.as(merchant, at("2027-03-01T16:59:30Z"));
    expect(await keysOf(store, beforeMidnight)).toEqual([evening]);
    const night = await sold(store, at("2027-03-01T17:01:00Z"));
    expect(await keysOf(store, t.as(merchant, at("2027-03-01T17:02:00Z")))).toEqual([night]);
  });

  test("are so many and no more, and only those with a key", async () => {
    const store = await aStore();
    const all: string[] = [];
    for (let count = 0; count <= mostOf.lastVisits; count++) all.unshift(await sold(store));
    const keyless = aVisit({ ...setting.named, store, sale: aSale() });
    await confirmVisit(t.as(setting.merchant, noon), keyless);
    expect(await keysOf(store)).toEqual(all.slice(0, mostOf.lastVisits));
  });
});
