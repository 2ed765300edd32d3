import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

/** Returns today's date in a time zone, such as `2026-03-01`. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format();

test("a voucher that is valid on the store's day alone is redeemed there, whatever the merchant's day", async ({
  till,
  page,
  calls,
  baseURL,
}) => {
  // at any time one of the two has another date than the merchant
  const timezone = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find(
    (zone) => todayIn(zone) !== todayIn("Asia/Jakarta"),
  );
  const everywhere = { isActive: true, stores: [], channels: [] };
  // a second try needs another code
  const code = `ISLE${Date.now()}`;
  // the name sorts last, because other journeys look at the first store
  const store = { code, name: "Ujung Island", timezone, ...everywhere };
  const storeId = await calls.add("settings.stores", store);
  const template = { name: "Island Tea", isDynamic: false, validityDays: 0, ...everywhere };
  const voucherTemplateId = await calls.add("catalogue.voucherTemplates", template);
  const reward = { code, name: "Island Tea", kind: "fixed", stampsToRedeem: 1 };
  const rewardId = await calls.add("catalogue.rewards", {
    ...reward,
    ...everywhere,
    voucherTemplateId,
  });
  await page
    .context()
    .addCookies([{ name: "stampbook_store", value: String(storeId), url: baseURL ?? "" }]);

  const newCode = async () =>
    calls.codeOf((await calls.redeemReward("M0111", rewardId, "", storeId)).voucher);
  const scanned = await newCode();
  await till.open();
  await till.scan(scanned);
  await expect(till.line(scanned)).toBeVisible();
  await till.redeem();
  await expect(till.receipt).toContainText("Kartika Putri: Island Tea");

  const typed = await newCode();
  await till.open();
  await till.field.fill(typed);
  await expect(till.option(typed)).toContainText("Open");
});
