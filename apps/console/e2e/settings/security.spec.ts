import { readFile } from "node:fs/promises";
import { confirmPassword } from "../testing/enter.ts";
import { newGate } from "../testing/gate.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, phone, test } from "../testing/test.ts";
import { visit } from "../testing/visit.ts";

test.use({ storageState: sessionOf("owner") });

test("M10: the list of security events tells who did what from where, filtered and exported", {
  tag: "@job",
}, async ({ page, settings, address, context, baseURL }) => {
  await page.goto("/settings/audit");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await download;
  await settings.open("security");
  const rows = page.getByRole("row");
  const exported = rows.filter({ hasText: "Audit log" }).first();
  await expect(exported).toContainText("List exported");
  await expect(exported).toContainText("Audit log");
  await expect(exported).toContainText(address);
  await expect(exported).toContainText("Chrome");
  await expect(exported).toContainText("Done");

  const filters = page.getByRole("search");
  await filters.getByLabel("Event").selectOption("Sign-in");
  await expect(page).toHaveURL(/what=sign-in/);
  await expect(rows.filter({ hasText: "Audit log" })).toHaveCount(0);
  const signIn = rows.filter({ hasText: "Manager" }).first();
  for (const word of ["Sign-in", "Password", "Done", "127.0.0.1", "Chrome"])
    await expect(signIn).toContainText(word);
  // all tokens are listed, including unused ones
  const by = filters.getByLabel("By");
  await expect(by.locator('optgroup[label="API tokens"]')).toContainText("Till in Kemang");
  await expect(by.locator('optgroup[label="Staff"]')).toContainText("Intan Permata");
  await by.selectOption("Owner (you)");
  await expect(page).toHaveURL(/actor=staff/);
  await expect(rows.nth(1)).toContainText("Owner");
  await expect(rows.filter({ hasText: "Manager" })).toHaveCount(0);
  await filters.getByLabel("Result").selectOption("Refused");
  await expect(page.getByText("No security events")).toBeVisible();

  await page.goto("/settings/security?what=nonsense&actor=nobody");
  await expect(rows.nth(1)).toBeVisible();
  const own = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await own).path(), "utf8");
  expect(file).toContain("List exported,Done");
  await page.reload();
  await expect(rows.filter({ hasText: "Security events" }).first()).toBeVisible();

  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await settings.open("security");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Peristiwa keamanan");
  await expect(rows.filter({ hasText: "Daftar diekspor" }).first()).toContainText("Berhasil");
});

test("M10: what a cashier may not see is refused, and the owner reads who tried", async ({
  settings,
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    storageState: sessionOf("cashier"),
    baseURL: baseURL ?? "",
  });
  await page.goto("/settings/tokens");
  await expect(page.getByRole("main")).toContainText(
    "You don't have permission for this. Ask your manager.",
  );
  await page.close();
  await settings.open("security", "?what=denied");
  const denied = settings.row("API tokens").first();
  for (const word of ["Access denied", "Refused", "Cashier in Kemang", "API tokens"])
    await expect(denied).toContainText(word);
});

test("M10: an empty list and a failed read say so", async ({ page }) => {
  await page.goto("/settings/security?from=2020-01-01&to=2020-01-02");
  await expect(page.getByText("No security events")).toBeVisible();
  await page.route(/securityEvents\.list/, (route) => route.abort());
  await visit(page, "/settings/security");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The service isn't responding. Check the connection",
  );
  await expect(page.getByText("No security events")).toHaveCount(0);
});

test("M14: how long data is kept is set in days, within bounds", { tag: "@job" }, async ({
  page,
  settings,
}) => {
  await settings.open("retention");
  const bookings = settings.field("Bookings");
  await expect(bookings).toHaveValue("");
  await bookings.fill("10");
  await settings.button("Save").click();
  await expect(
    page.getByText("Enter a whole number from 30 to 3,650, or leave it empty."),
  ).toBeVisible();
  await bookings.fill(" 400");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await bookings.fill("401");
  await expect(page.getByText("Saved.")).toHaveCount(0);
  await bookings.fill("400");
  await page.reload();
  await expect(bookings).toHaveValue("400");
  await bookings.fill("");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/settings/audit?action=settings.policy.update");
  await expect(
    page.getByRole("row").filter({ hasText: "Days to keep bookings" }).first(),
  ).toBeVisible();
});

test("what is typed while the days to keep data are being saved stays", async ({
  page,
  settings,
  baseURL,
}) => {
  const saved = newGate();
  await page.route(/settings\.policy\.update/, async (route) => {
    const response = await route.fetch();
    await saved.opened;
    await route.fulfill({ response });
  });
  await settings.open("retention");
  await settled(page);
  const bookings = settings.field("Bookings");
  const refusals = settings.field("Rejected API calls");
  try {
    await bookings.fill(" 400");
    await settings.button("Save").click();
    await refusals.fill("91");
    saved.open();
    // shows the saved number, so the save is done
    await expect(bookings).toHaveValue("400");
    await expect(refusals).toHaveValue("91");
    await expect(page.getByText("Saved.")).toHaveCount(0);
  } finally {
    await page.request.post("/trpc/staff.settings.policy.update", {
      data: { keepBookingsDays: null },
      headers: { origin: baseURL ?? "" },
    });
  }
});

test("M14: a customer's data is exported, then erased for good", { tag: "@job" }, async ({
  page,
  baseURL,
}) => {
  const name = "Utari Privasi";
  const added = await page.request.post("/trpc/staff.customers.add", {
    data: { name, email: "utari.privasi@example.com" },
    headers: { origin: baseURL ?? "" },
  });
  const { id } = (await added.json()).result.data;
  await page.goto(`/customers/${id}`);
  await confirmPassword(page.request, baseURL ?? "");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export data" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({
    profile: { id, name },
    identifiers: { email: "utari.privasi@example.com" },
  });

  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Anonymize" }).click();
  await page.getByLabel(`Type ${name} to confirm`).fill("Utari");
  await page.getByLabel("Reason").fill("Asked for it by letter");
  await page.getByRole("button", { name: "Anonymize permanently" }).click();
  await expect(page.getByText("This does not match. Type it exactly as shown.")).toBeVisible();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.getByRole("button", { name: "Anonymize permanently" }).click();
  await expect(page).toHaveURL(/customers$/);
  // D35
  await expect(page.getByText(`${name} was anonymized.`)).toBeVisible();
  await page.goto(`/customers?q=${encodeURIComponent(name)}`);
  await expect(page.getByText("No customers found")).toBeVisible();
  await page.goto(`/customers/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "There is no such customer, or the customer was anonymized",
  );
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto("/settings/audit?action=customers.anonymize");
  const entry = page.getByRole("row").filter({ hasText: "Customer anonymized" }).first();
  await expect(entry).toContainText("Asked for it by letter");
  await expect(entry).not.toContainText(name);
});

test("M14: a cashier sees neither export nor anonymization", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    storageState: sessionOf("cashier"),
    baseURL: baseURL ?? "",
  });
  const page = await context.newPage();
  await page.goto("/customers/101");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ayu Lestari");
  await expect(page.getByRole("heading", { name: "Membership" })).toBeVisible();
  await expect(page.getByText("Personal data")).toHaveCount(0);
  await context.close();
});

test("M6: a cashier finds customers and vouchers by search, and lists none", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    storageState: sessionOf("cashier"),
    baseURL: baseURL ?? "",
  });
  await page.goto("/customers");
  await expect(page.getByText("Search for a customer")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.goto("/vouchers");
  await expect(page.getByText("Enter a voucher's code")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(0);
  // a phone folds other filters, but not this field
  await page.setViewportSize(phone);
  await page.getByLabel("Code").fill("KAYA0005");
  await page.getByLabel("Code").press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "KAYA0005" })).toBeVisible();
  await page.close();
});
