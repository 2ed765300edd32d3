import { describe, expect, test } from "vitest";
import type { CoreContext, Scope } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { listHeldVouchers } from "./held-vouchers.sql.ts";

const t = harnessOfFile();

/**
 * Makes a customer without vouchers. `give` adds a voucher and returns its id. `list` returns the ids in a
 * page.
 */
async function setting(timezone = "Asia/Jakarta") {
  const merchant = await t.given.merchant({ timezone });
  const { id: user } = await t.given.customer(merchant);
  const template = await t.given.template(merchant);
  const give = async (row = {}) =>
    (await t.given.voucher(merchant, { voucherTemplateId: template.id, customerId: user, ...row }))
      .id;
  const list = async (input = {}, parts: Partial<CoreContext> = {}) => {
    const page = { user, channel: null, after: null, limit: 20, ...input };
    return (await listHeldVouchers(t.as(merchant, parts), page)).map(({ id }) => id);
  };
  return { merchant, user, template, give, list };
}

describe("the vouchers that a customer holds", () => {
  test("are listed by id, page by page", async () => {
    const { give, list } = await setting();
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push(await give());
    ids.sort((one, other) => one - other);
    expect(await list()).toEqual(ids);
    const pages = [];
    for (let after: number | null = null; ; ) {
      const page = await list({ after, limit: 3 });
      pages.push(page);
      after = page.at(-1) ?? null;
      if (page.length < 3) break;
    }
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  });

  test("include those that start later, and leave out what is spent, withdrawn or free", async () => {
    const { give, list } = await setting();
    const open = await give();
    const later = await give({ startDate: "2099-01-01" });
    await give({ redeemedAt: "2026-11-01T00:00:00Z" });
    await give({ isActive: false });
    await give({ customerId: null });
    expect(await list()).toEqual([open, later].sort((one, other) => one - other));
  });

  test("end with their last day in the merchant's zone", async () => {
    const { give, list } = await setting();
    const id = await give({ endDate: "2027-03-13" });
    const at = (time: string) => list({}, { clockOffsetMs: t.offsetTo(time) });
    // 23:59 on the 13th in Jakarta, then 00:01 on the 14th
    expect(await at("2027-03-13T16:59:00Z")).toEqual([id]);
    expect(await at("2027-03-13T17:01:00Z")).toEqual([]);
  });

  test("are chosen by channel before the page is cut", async () => {
    const { merchant, user, give, list } = await setting();
    const { id: kiosk } = await t.given.template(merchant, { channels: [3] });
    for (let n = 0; n < 4; n++) await give({ voucherTemplateId: kiosk });
    const any = await give();
    const other = await t.given.template(merchant, { channels: [2, 4] });
    const { id: web } = await t.given.voucher(merchant, {
      ...{ voucherTemplateId: other.id, customerId: user },
    });
    expect(await list({ channel: 4, limit: 2 })).toEqual([any, web].sort((a, b) => a - b));
    expect(await list({ channel: 3 })).toHaveLength(5);
    expect(await list()).toHaveLength(6);
  });

  test("show their codes to tokens with the scope vouchers alone", async () => {
    const { merchant, user, give } = await setting();
    await give({ code: "SECRET-1" });
    const codesFor = async (scopes: readonly Scope[]) => {
      const caller = { kind: "token", merchant, tokenId: 1, scopes, stores: null } as const;
      const page = { user, channel: null, after: null, limit: 20 };
      return (await listHeldVouchers(t.as(merchant, { caller }), page)).map(({ code }) => code);
    };
    expect(await codesFor(["redemptions", "vouchers"])).toEqual(["SECRET-1"]);
    expect(await codesFor(["*"])).toEqual(["SECRET-1"]);
    expect(await codesFor(["redemptions", "vouchers.issue"])).toEqual([null]);
  });

  test("are the customer's own, and refused for an unknown customer or another merchant's", async () => {
    const { give, list, merchant } = await setting();
    await give();
    const { id: other } = await t.given.customer(merchant);
    expect(await list({ user: other })).toEqual([]);
    const foreign = await t.given.customer(await t.given.merchant());
    for (const user of ["nobody@example.com", foreign.id])
      expect((await refusalOf(list({ user }))).code).toBe("invalid_user");
  });
});
