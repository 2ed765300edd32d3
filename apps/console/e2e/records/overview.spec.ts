import { sessionOf } from "../testing/session.ts";
import { tabTitle } from "../testing/settled.ts";
import { expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

/** Returns today's date in a time zone, such as `2026-03-01`. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format();

test("leads from its figures, bars and kinds to the lists behind them", { tag: "@job" }, async ({
  page,
  calls,
}) => {
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await page.goto("/overview?days=7&store=32");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Redemptions/ }).click();
  await expect(page).toHaveURL(/\/redemptions\?.*status=Created/);
  await expect(page.getByRole("row").filter({ hasText: "Kartika" }).first()).toBeVisible();
  await page.goBack();

  await main
    .getByRole("list", { name: "By kind" })
    .getByRole("link", { name: /^Reward / })
    .click();
  await expect(page).toHaveURL(/kind=reward/);
  await expect(page).toHaveURL(/store=32/);
  await page.goBack();

  await main
    .getByRole("link", { name: /: \d+ redemptions?, .*Reward/ })
    .last()
    .click();
  const today = todayIn("Asia/Jakarta");
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await page.goBack();

  await page.goto("/overview?days=7&store=999");
  await expect(main.getByLabel("Store").locator("option:checked")).toHaveText("All stores");
  await main.getByRole("link", { name: "The PIN is wrong" }).click();
  await expect(page).toHaveURL(/refused\?.*code=invalid_pin/);
  const rows = page.getByRole("row").filter({ hasText: "The PIN is wrong" });
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount((await rows.count()) + 1);
  await page.goBack();

  await main.getByRole("link", { name: /open vouchers? ends? by/ }).click();
  await expect(page).toHaveURL(/\/vouchers\?state=open&endsBy=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vouchers");
});

test("counts a store's own days and says whose, beside hours that have come there too", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await page.goto("/overview?store=32");
  await expect(main.getByText("7 days before")).toHaveCount(4);
  await expect(main.getByText(/^Compared up to this hour/)).toBeVisible();
  await expect(main.getByText(/^Days are counted/)).toHaveCount(0);
  await main.getByLabel("Store").selectOption("Jayapura");
  await expect(main.getByText("Days follow Eastern Indonesia Time.")).toBeVisible();
  await main.getByLabel("Period").selectOption("Yesterday");
  await expect(main.getByText(/same day the week before/i)).toHaveCount(4);
  await expect(main.getByText(/^Compared up to this hour/)).toHaveCount(0);
  await main.getByRole("link", { name: /^Redemptions/ }).click();
  const there = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jayapura" });
  const day = there.format(Date.now() - 86_400_000);
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}.*store=34`));
  await expect(main.getByText("Days follow Eastern Indonesia Time.")).toBeVisible();
  await main.getByRole("search").getByLabel("Store").selectOption("All stores");
  await expect(main.getByText("Days follow Western Indonesia Time.")).toBeVisible();
});

test("leads from its bookings to as many", async ({ page, calls }) => {
  const today = todayIn("Asia/Jakarta");
  await calls.book({ store: 32, date: today, time: "23:58" });
  await calls.book({ store: 32, date: today, time: "23:59" });
  await calls.book({ store: 33, date: todayIn("Asia/Makassar"), time: "23:59" });
  const main = page.getByRole("main");
  const rows = main.getByRole("row").filter({ has: page.getByRole("link") });
  await page.goto("/overview?days=1");
  const figure = main.getByRole("link", { name: /^Bookings/ });
  const counted = Number(/[0-9]+/.exec(await figure.innerText())?.[0]);
  expect(counted).toBeGreaterThan(1);
  await figure.click();
  await expect(page).toHaveURL(new RegExp(`bookings/list\\?from=${today}&to=${today}$`));
  await expect(rows).toHaveCount(counted);
  // Loads the page again. After a change of the filter, the page would still show the counts of all stores
  // until the new counts arrive.
  await page.goto("/overview?days=1&store=33");
  const requested = main.getByRole("listitem").filter({ hasText: "Requested" });
  const asked = Number(await requested.getByRole("strong").innerText());
  await requested.getByRole("link").click();
  await expect(page).toHaveURL(/status=Requested&store=33$/);
  await expect(rows).toHaveCount(asked);
  await expect(rows.first()).toContainText("Losari");
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(/bookings\/[0-9]+$/);
});

test("says what page it is on the tab, in the chosen language", async ({
  page,
  calls,
  context,
  baseURL,
}) => {
  await page.goto("/overview?days=30");
  await expect(page).toHaveTitle(tabTitle("Overview · Stampbook"));
  await expect(page.getByRole("main").getByText("30 days before")).toHaveCount(4);
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.goto("/overview");
  await expect(page).toHaveTitle(tabTitle("Ringkasan · Stampbook"));
  await expect(page.getByRole("main").getByText("7 hari sebelumnya")).toHaveCount(4);
  const { redemption } = await calls.redeemReward("M0111");
  await page.goto(`/redemptions/${redemption}`);
  await expect(page).toHaveTitle(tabTitle(`Kaya Bun #${redemption} · Penukaran · Stampbook`));
});

test("is reached on a phone by More, and fits, the smallest and its longest words too", async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize(phone);
  await page.goto("/till");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Overview" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.getByText("By kind").or(page.getByText("Top rewards")).first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.setViewportSize({ width: 320, height: 640 });
  const ticks = await page.locator("main li > span[aria-hidden]").evaluateAll((all) =>
    all
      .filter((one) => one.textContent && getComputedStyle(one).display !== "none")
      .map((one) => one.getBoundingClientRect())
      .map(({ left, right }) => ({ left, right })),
  );
  expect(ticks.length).toBeGreaterThan(2);
  for (const [at, { left }] of ticks.entries())
    expect(left).toBeGreaterThan(ticks[at - 1]?.right ?? 0);
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.goto("/customers/111");
  const adjust = page.getByRole("button", { name: "Tambah atau kurangi stempel" });
  await adjust.click();
  const room = await adjust
    .locator(".mantine-Button-label")
    .evaluate((label) => label.clientWidth - label.scrollWidth);
  expect(room).toBe(0);

  await page.goto("/customers/111?tab=bookings");
  const tab = page
    .getByRole("link", { name: "Reservasi" })
    .and(page.locator("[aria-current=page]"))
    .last();
  const end = async () => {
    const box = await tab.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 999);
  };
  // the page moves it into view once it runs in the browser
  await expect.poll(end, "the chosen tab is in view").toBeLessThanOrEqual(320);
});
