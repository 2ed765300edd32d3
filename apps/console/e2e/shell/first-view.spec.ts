import en from "../../src/messages/en.json" with { type: "json" };
import id from "../../src/messages/id.json" with { type: "json" };
import { deskPages } from "../testing/desk-pages.ts";
import { newGate } from "../testing/gate.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";
import { follow } from "../testing/visit.ts";

test.use({ storageState: sessionOf("owner") });

/**
 * Pages whose data the browser reads, not the server: edit forms, the levels of the programme, a person's
 * sessions, the preview of a mail, a panel beside a list, and a customer at the till.
 */
const later = [
  /till\?customer|settings\/(account|programme)|messages\/email\/otp/,
  /\/edit$/,
  /\/catalogue\/(rewards|voucher-templates|promo-codes)\/\d+$/,
  /settings\/(stores|staff|devices|tokens)\?open/,
];

test("the first response of a page shows its data, and no skeleton in its place", async ({
  request,
}) => {
  const shown = deskPages.filter((path) => !later.some((one) => one.test(path)));
  const skeletons: string[] = [];
  for (const path of shown) {
    const html = await (await request.get(path)).text();
    if (html.includes("data-skeletons")) skeletons.push(path);
  }
  expect(skeletons).toEqual([]);
  expect(shown.length).toBeGreaterThan(40);
  const customer = await (await request.get("/customers/101")).text();
  expect(customer).toContain("ayu@example.com");
  const programme = await (await request.get("/settings/programme")).text();
  expect(programme).toContain("QRIS earns stamps");
});

test("the browser does not ask again for what came with the page", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/trpc/")) asked.push(new URL(request.url()).pathname);
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/customers");
  await expect(page.getByRole("row").filter({ hasText: "Ayu Lestari" })).toBeVisible();
  // the browser calls the service only for the number of requests, which no page waits for, and for changes
  const calls = ["/trpc/staff.bookings.list", "/trpc/staff.live.changes"];
  await expect.poll(() => [...new Set(asked)].toSorted()).toEqual(calls);
  expect(errors).toEqual([]);
});

test("a page is sent with the texts that it uses, and no others", async ({ request, baseURL }) => {
  const till = await (await request.get("/till")).text();
  // a text of the page, a text of the frame around it, and a text of another page
  expect(till).toContain(en.till.missedAdvice);
  expect(till).toContain(en.palette.title);
  expect(till).not.toContain(en.programme.earnAmountHint);
  const data = { name: "stampbook_locale", value: "id" };
  await request.post("/choices", { data, headers: { origin: baseURL ?? "" } });
  const programme = await (await request.get("/settings/programme")).text();
  expect(programme).toContain(id.programme.earnAmountHint);
  expect(programme).not.toContain(id.till.missedAdvice);
});

test("whoever asks for reduced motion sees nothing move while a list loads", async ({ page }) => {
  await page.goto("/settings/account");
  await settled(page);
  const read = newGate();
  await page.route("**/trpc/**", async (route) => {
    await read.opened;
    await route.fallback();
  });
  await follow(page, "/sales");
  await expect(page.locator("[data-skeletons]").first()).toBeVisible();
  const lasting = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 10)
      .map((each) => (each instanceof CSSAnimation ? each.animationName : each.id)),
  );
  expect(lasting).toEqual([]);
  read.open();
  await settled(page);
});
