import { expect, test } from "vitest";
import { redeemVoucher } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, aVisit, plain } from "../../testing/index.ts";
import { confirmVisit } from "./confirm-visit.ts";

const t = harnessOfFile();

test.each([
  ["Asia/Jakarta", "Asia/Jayapura", "2027-05-05"],
  ["Asia/Jayapura", "Asia/Jakarta", "2027-05-04"],
])("a merchant in %s issues a voucher in %s: it is valid on %s", async (zone, timezone, today) => {
  const merchant = await t.given.merchant({ timezone: zone });
  const store = await t.given.store(merchant, { timezone });
  const { email: user } = await t.given.customer(merchant);
  const template = await t.given.template(merchant, { validityDays: 0 });
  // 22:30 on 4 May in Jakarta, 00:30 on 5 May in Jayapura
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-05-04T15:30:00Z") });
  const issue = { templateId: template.id, value: null };
  const { issuedVoucher } = await confirmVisit(
    ctx,
    aVisit({ user, store: store.id, sale: aSale(), issue }),
  );
  expect(issuedVoucher).toMatchObject({ startDate: today, endDate: today });
  const voucher = issuedVoucher?.id ?? 0;
  const input = { ...plain, user: user ?? "", store: store.id, voucher };
  expect(await redeemVoucher(ctx, input)).toMatchObject({ redemption: { status: "Created" } });
});
