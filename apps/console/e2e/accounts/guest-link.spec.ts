import type { APIRequestContext } from "@playwright/test";
import { violationsOf } from "../testing/axe.ts";
import { spillOf } from "../testing/look.ts";
import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { inThreeDays as date, expect, test } from "../testing/test.ts";

const wish = { user: "guest@example.com", store: 32, date, number_of_people: 2 };
const narrow = { width: 390, height: 844 };

/** Books a table as a guest does, and returns the link without the console's address. */
async function linkOf(request: APIRequestContext, time: string, notes: string) {
  const booked = await postRest(request, "bookings/add", {
    ...{ ...wish, phone: newPhone(), time, notes },
  });
  expect(booked.status(), await booked.text()).toBe(200);
  const { booking } = (await booked.json()) as { booking: { link: string } };
  const { pathname, hash } = new URL(booking.link);
  return { path: `${pathname}${hash}`, token: hash.slice(1) };
}

test("a guest opens the link of a booking and cancels it by the keyboard, and staff see it", {
  tag: "@job",
}, async ({ page, request, browser, baseURL }) => {
  const notes = `Window ${Date.now()}`;
  const { path, token } = await linkOf(request, "12:20", notes);
  const desk = await browser.newPage({
    storageState: sessionOf("cashier"),
    ...(baseURL ? { baseURL } : {}),
  });
  await desk.goto(`/bookings?day=${date}`);
  const table = desk
    .getByRole("region", { name: "12:00" })
    .getByRole("article")
    .filter({ hasText: notes });
  await expect(table.getByText("Requested", { exact: true })).toBeVisible();

  const requests: { url: string; referer: string | undefined }[] = [];
  page.on("request", (sent) => requests.push({ url: sent.url(), referer: sent.headers().referer }));
  await page.setViewportSize(narrow);
  await page.goto(path);
  // the merchant of the example is in Indonesia, and the browser prefers English
  await expect(page.getByRole("heading", { name: /^Reservasi Anda di / })).toBeVisible();
  await expect(page.getByText("Menunggu konfirmasi toko")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await violationsOf(page)).toEqual([]);
  }
  expect(await spillOf(page)).toEqual([]);
  const cancel = page.getByRole("button", { name: "Batalkan reservasi ini" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("memberikan meja Anda kepada orang lain")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Menunggu konfirmasi toko")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("memberikan meja Anda kepada orang lain")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dibatalkan", { exact: true })).toBeVisible();
  await expect(cancel).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByText("Dibatalkan", { exact: true })).toBeVisible();
  expect(requests.filter(({ url, referer = "" }) => `${url} ${referer}`.includes(token))).toEqual(
    [],
  );

  await expect(table.getByText("Canceled", { exact: true })).toBeVisible();
  await desk.close();
});

test("a guest who cancels too late learns so, and is asked to call the store", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { path } = await linkOf(request, "12:40", "Too late");
  const owner = await browser.newContext({ storageState: sessionOf("owner") });
  const setMinutes = async (bookingCancelMinutes: number) => {
    const saved = await owner.request.post(`${baseURL}/trpc/staff.settings.bookings.save`, {
      data: { bookingCancelMinutes },
      headers: { origin: baseURL ?? "" },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
  };
  await page.goto(path);
  const cancel = page.getByRole("button", { name: "Batalkan reservasi ini" });
  await cancel.click();
  await setMinutes(10_080);
  try {
    await cancel.click();
    await expect(page.getByText("tidak bisa lagi dibatalkan di sini")).toBeVisible();
    await expect(cancel).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  } finally {
    await setMinutes(0);
    await owner.close();
  }
});

test("a link that opens nothing says so in the browser's language", async ({ page }) => {
  await page.goto("/booking#v1.1.1.1.AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "This link opens no booking.",
  );
  await page.goto("/booking");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "This link opens no booking.",
  );
});
