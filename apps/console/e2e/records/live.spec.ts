import type { Page } from "@playwright/test";
import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as date, expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

const STREAM = /staff\.live\.changes/;
const wish = {
  user: "guest@example.com",
  store: 32,
  date,
  phone: newPhone(),
  number_of_people: 2,
};

/** Switches off polling, so that the page reads its lists again only when the stream reports a change. */
function neverLookAgain(page: Page) {
  return page.addInitScript(() => {
    const { setInterval } = window;
    Object.assign(window, {
      setInterval: (work: () => void, ms: number) => (ms < 5_000 ? setInterval(work, ms) : 0),
    });
  });
}

test("a booking made over REST comes into an open page by the stream", async ({
  page,
  bookings,
  request,
}) => {
  await neverLookAgain(page);
  const stream = page.waitForResponse(STREAM);
  await bookings.open(date);
  await (await stream).headerValue("content-type");
  await bookings.table("11:00").or(page.getByText("Bookings").first()).first().waitFor();
  const booked = await postRest(request, "bookings/add", { ...wish, time: "11:20", notes: "Told" });
  expect(booked.status(), await booked.text()).toBe(200);
  await expect(bookings.table("11:20").filter({ hasText: "Told" })).toBeVisible();
  await expect(bookings.requests).toContainText("Told");
  await postRest(request, "bookings/add", { ...wish, store: 33, time: "11:20", notes: "There" });
  await page.getByRole("button", { name: /waiting in Losari/ }).click();
  await expect(bookings.requests).toContainText("There");
});

test.describe("an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test("bug 12, D20: a new redemption comes into the open list and the open overview, and so does its cancel", async ({
    page,
    redemptions,
    calls,
    context,
    baseURL,
  }) => {
    const beside = await context.newPage();
    await neverLookAgain(beside);
    const besideStream = beside.waitForResponse(STREAM);
    await beside.goto("/overview");
    await (await besideStream).headerValue("content-type");
    const figure = beside.getByRole("main").getByRole("link", { name: /^Redemptions/ });
    const counted = async () => Number(/[0-9]+/.exec(await figure.innerText())?.[0]);
    const before = await counted();
    await expect(beside.getByRole("main")).toContainText(/Updated: now/);
    await neverLookAgain(page);
    const stream = page.waitForResponse(STREAM);
    await redemptions.open();
    await (await stream).headerValue("content-type");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { redemption } = await calls.redeemReward("M0111");
    const row = redemptions.row(`#${redemption}`);
    await expect(row).toContainText("Redeemed");
    await expect.poll(counted).toBe(before + 1);
    await page.request.post("/trpc/staff.redemptions.cancel", {
      data: { redemptionId: redemption, createReplacementVoucher: false, reason: "Wrong reward" },
      headers: { origin: baseURL ?? "" },
    });
    await expect(row).toContainText("Canceled");
    await expect.poll(counted).toBe(before);
    await beside.close();
  });

  test("a sale that a POS sends comes into the open list, and so does its cancel", async ({
    page,
    sales,
    calls,
    baseURL,
  }) => {
    await neverLookAgain(page);
    const stream = page.waitForResponse(STREAM);
    await sales.open();
    await (await stream).headerValue("content-type");
    await expect(sales.row("INV-0901")).toBeVisible();
    const invoice = `LIVE-${Date.now()}`;
    const saleId = await calls.sell({
      invoice_number: invoice,
      total_value: 40_000,
      user: "M0001",
    });
    await expect(sales.row(invoice)).toContainText("Completed");
    await page.request.post("/trpc/staff.sales.cancel", {
      data: { saleId, reason: "Rang up twice" },
      headers: { origin: baseURL ?? "" },
    });
    await expect(sales.row(invoice)).toContainText("Canceled");
  });
});

test("where the stream is cut, the page looks again without a word", async ({
  page,
  bookings,
  request,
}) => {
  await page.route(STREAM, (route) => route.abort());
  await bookings.open(date);
  await page.getByText(/waiting for a decision/).waitFor();
  await postRest(request, "bookings/add", { ...wish, time: "11:40", notes: "Found" });
  await expect(bookings.requests).toContainText("Found");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});
