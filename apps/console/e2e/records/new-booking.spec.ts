import { randomInt } from "node:crypto";
import { violationsOf } from "../testing/axe.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as day, expect, phone, shownDay, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("D26: books for a guest who phones, with each refusal at its field, and for a customer who is picked", {
  tag: "@job",
}, async ({ bookings, page }) => {
  await bookings.open(day);
  await page.getByRole("link", { name: "New booking" }).click();
  await expect(page).toHaveURL(/bookings\/new/);
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue(shownDay(day));
  await page.getByRole("button", { name: "Save booking" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name/);
  await page.getByLabel("Name").fill("Wati (IG @wati)");
  await page.getByLabel("Phone").fill("call me");
  await page.getByRole("combobox", { name: "Time" }).fill("18:10");
  await page.getByLabel("Notes").fill("High chair");
  await page.getByRole("button", { name: "Save booking" }).click();
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/Enter a phone number/);
  await expect(page.getByLabel("Phone")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("Phone").fill("0812 3456 789");
  await page.getByRole("button", { name: "Save booking" }).click();
  await expect(page).toHaveURL(/bookings\/\d+$/);
  await bookings.open(day);
  const table = bookings.table("18:10").filter({ hasText: "Wati (IG @wati)" });
  await expect(table.getByText("Confirmed", { exact: true })).toBeVisible();

  await page.goto(`/bookings/new?day=${day}`);
  const customers = page.getByRole("searchbox", { name: "Customer" });
  await customers.fill("M0101");
  await page.getByRole("list", { name: /found/i }).getByRole("button").first().click();
  await expect(page.getByLabel("Name")).not.toHaveValue("");
  const name = await page.getByLabel("Name").inputValue();
  await page.getByLabel("Phone").fill("0812 3456 780");
  await page.getByRole("combobox", { name: "Time" }).fill("18:20");
  await page.getByRole("button", { name: "Save booking" }).click();
  await expect(page).toHaveURL(/bookings\/\d+$/);
  await expect(page.getByRole("main").getByRole("link", { name }).first()).toBeVisible();
});

test("seats guests who walk in, in one step and without a phone number", { tag: "@job" }, async ({
  bookings,
  page,
}) => {
  await bookings.open();
  await page.getByRole("link", { name: "Walk-in" }).click();
  await page.getByLabel("People").fill("3");
  await page.getByLabel("Notes").fill("Two high chairs");
  await page.getByRole("button", { name: "Seat now" }).click();
  await expect(page).toHaveURL(/\/bookings$/);
  const table = page.getByRole("article", { name: /Walk-in/ }).filter({ hasText: "Two high" });
  await expect(table.getByText("Seated", { exact: true })).toBeVisible();
  await expect(table).toContainText("3 people");
  await expect(table.getByRole("link", { name: /[0-9]{3}/ })).toHaveCount(0);
  await table.getByRole("button", { name: "Undo" }).click();
  await expect(table.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("a typed phone number stays for a customer who has none, but not another customer's", async ({
  page,
  baseURL,
}) => {
  const name = `Zubaidah ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  const added = await page.request.post("/trpc/staff.customers.add", {
    data: { name, email },
    headers: { origin: baseURL ?? "" },
  });
  expect(added.ok(), await added.text()).toBe(true);
  await page.goto(`/bookings/new?day=${day}`);
  const phoneNumber = page.getByLabel("Phone");
  const pick = async (text: string, customer: string) => {
    await page.getByRole("searchbox", { name: "Customer" }).fill(text);
    const found = page.getByRole("list", { name: /found/i });
    await found.getByRole("button", { name: customer }).click();
    await expect(page.getByLabel("Name")).toHaveValue(customer);
  };
  await page.getByLabel("Name").fill("Zubaidah");
  await phoneNumber.fill("0812 3456 781");
  await pick(email, name);
  await expect(phoneNumber).toHaveValue("0812 3456 781");
  await pick("M0105", "Eko Prasetyo");
  await expect(phoneNumber).toHaveValue(/^\+62/);
  await page.getByRole("button", { name: "Remove Eko Prasetyo" }).click();
  await pick(email, name);
  await expect(phoneNumber).toHaveValue("");
});

test("from a customer's page, on a phone in Indonesian", async ({ baseURL, context, page }) => {
  await page.setViewportSize(phone);
  await page.goto("/customers/101");
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.reload();
  await page.getByRole("link", { name: "Reservasi baru" }).click();
  await expect(page.getByLabel("Nama")).not.toHaveValue("");
  await page.getByLabel("Orang").fill("9999");
  await page.getByLabel("Telepon").fill("0812 3456 789");
  expect(await violationsOf(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
