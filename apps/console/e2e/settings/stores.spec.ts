import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, inThreeDays, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("opens a store with its hours, and bookings keep to them", async ({
  settings,
  page,
  request,
}) => {
  await settings.open("stores");
  await settings.button("Add store").click();
  await settings.panel.getByLabel("Name", { exact: true }).fill("Menteng");
  await settings.panel.getByLabel("Code", { exact: true }).fill("tk5z");
  await settings.panel.getByLabel("Time zone").fill("Asia/Batavia");
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Enter a code that isn't used yet.")).toBeVisible();
  await settings.panel.getByLabel("Code", { exact: true }).fill("MTG");
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Enter a time zone, such as Asia/Jakarta.")).toBeVisible();
  await settings.panel.getByLabel("Time zone").fill("Asia/Jakarta");
  await settings.panel.getByLabel("Largest party").fill("6");
  await settings.panel.getByLabel(/^Take bookings within/).check();
  await settings.panel.getByLabel("Monday, from").fill("17:00");
  await settings.button("As on Monday, every day").click();
  await settings.button("Save").click();
  await page.waitForURL(/open=\d+/);
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await settings.panel.getByLabel("Name", { exact: true }).fill("Menteng Raya");
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await settings.panel.getByLabel("Name", { exact: true }).fill("Menteng");
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await settings.panel.getByLabel("Name", { exact: true }).fill("Menteng Raya");
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await settings.panel.getByLabel("Name", { exact: true }).fill("Menteng");
  const store = Number(/open=(\d+)/.exec(page.url())?.[1]);
  await expect(settings.row("Menteng")).toContainText("7 days a week");

  const wish = { user: "guest@example.com", store, date: inThreeDays, phone: newPhone() };
  const book = (time: string, guests: number) =>
    postRest(request, "bookings/add", { ...wish, time, number_of_people: guests });
  expect((await book("12:00", 2)).status()).toBe(400);
  expect((await book("19:00", 7)).status()).toBe(400);
  expect((await book("19:00", 6)).status()).toBe(200);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Store" })).toContainText("Menteng");
});

test("is reached on a phone by More", async ({ settings, page }) => {
  await page.setViewportSize(phone);
  await page.goto("/till");
  await settings.button("More").click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Stores/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Stores" })).toBeVisible();
  await settings.openRow("Kemang");
  await settings.panel.getByLabel(/^Take bookings within/).check();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
