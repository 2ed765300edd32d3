import { expect, test } from "vitest";
import { getVoucher } from "../../spending/history/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { listTillMatches } from "./list-till-matches.ts";

const t = harnessOfFile();

/**
 * Makes two merchants with the same Member ID and the same codes. Returns the context of the first merchant.
 */
async function shop() {
  const made = [await t.given.merchant(), await t.given.merchant()];
  for (const merchant of made) {
    const customer = await t.given.customer(merchant, { memberId: "M0001", name: "Sari Dewi" });
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const row = { customerId: customer.id, voucherTemplateId };
    await t.given.voucher(merchant, { ...row, code: "KAYA0020", codeKey: "KAYA0020" });
    await t.given.voucher(merchant, { ...row, code: "OFF-0018", codeKey: "OFF-0018" });
    await t.given.promoCode(merchant, { code: "HAPPYHOUR", codeKey: "HAPPYHOUR" });
  }
  const merchant = made[0] ?? (await t.given.merchant());
  await t.given.customer(merchant, { memberId: "m-low-7", name: "Low" });
  return t.as(merchant);
}

test("a code is found however it is spelled, and what it is of", async () => {
  const ctx = await shop();
  const found = async (text: string) => {
    const { customers, vouchers, promoCodes } = await listTillMatches(ctx, text);
    return [...customers, ...vouchers, ...promoCodes].map((each) =>
      "memberId" in each ? each.memberId : each.code,
    );
  };
  for (const text of ["KAYA0020", "kaya0020", " KAYA 0020 ", "kaya-0020"])
    expect(await found(text), text).toEqual(["KAYA0020"]);
  for (const text of ["OFF-0018", "off-0018"])
    expect(await found(text), text).toEqual(["OFF-0018"]);
  for (const text of ["HAPPYHOUR", "happy hour"])
    expect(await found(text), text).toEqual(["HAPPYHOUR"]);
  for (const text of ["M0001", "m0001", "m 0001", "sari"])
    expect(await found(text), text).toEqual(["M0001"]);
  for (const text of ["m-low-7", "M-LOW-7", "M-Low-7"])
    expect(await found(text), text).toEqual(["m-low-7"]);
  for (const text of ["", "  ", "-", "OFF0018", "NOPE"])
    expect(await found(text), text).toEqual([]);
});

test("bug 5: digits are no primary key, and a part of a number is no number", async () => {
  const merchant = await t.given.merchant();
  const stranger = await t.given.customer(merchant, {
    ...{ name: "Sari Dewi", memberId: "M0001", mobileNumber: "+6281234564567" },
  });
  const ctx = t.as(merchant);
  for (const text of [String(stranger.id), `0${stranger.id}`, "4567", "81234", "08123456"])
    expect((await listTillMatches(ctx, text)).customers, text).toEqual([]);
  const { customers } = await listTillMatches(ctx, "0812 3456 4567");
  expect(customers.map(({ id }) => id)).toEqual([stranger.id]);
});

test("a voucher starts and ends with the days of the till's store; without a store, with the merchant's", async () => {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const { id: east } = await t.given.store(merchant, { timezone: "Asia/Jayapura" });
  const { id: strange } = await t.given.store(await t.given.merchant(), { timezone: "Asia/Tokyo" });
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const starting = { voucherTemplateId, code: "STARTS", startDate: "2027-03-14" };
  const ending = { voucherTemplateId, code: "ENDS", endDate: "2027-03-13" };
  for (const row of [starting, ending])
    await t.given.voucher(merchant, { ...row, codeKey: row.code });
  // 23:30 on the 13th in Jakarta is 01:30 on the 14th in Jayapura
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-03-13T16:30:00Z") });
  const states = async (storeId: number | null) => {
    const found = [];
    for (const { code } of [starting, ending]) {
      const [voucher] = (await listTillMatches(ctx, code, storeId)).vouchers;
      found.push(voucher?.state);
      expect((await getVoucher(ctx, voucher?.id ?? 0, storeId)).state).toBe(voucher?.state);
    }
    return found;
  };
  expect(await states(east)).toEqual(["open", "expired"]);
  expect(await states(null)).toEqual(["not_started", "open"]);
  expect(await states(strange)).toEqual(["not_started", "open"]);
});
