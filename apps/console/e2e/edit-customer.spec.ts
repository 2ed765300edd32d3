import { sessionOf } from "./testing/session.ts";
import { expect, inThreeDays, test } from "./testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("changes a customer; what is wrong stands at its field", async ({ customers, page }) => {
  await customers.edit(116);
  await page.getByLabel("Email").fill("sari@example.com");
  await page.getByLabel("Mobile").fill("0812");
  await customers.save.click();
  await expect(page.getByText("Please enter a valid mobile phone number.")).toBeVisible();
  await expect(page.getByLabel("Mobile")).toBeFocused();
  await page.getByLabel("Mobile").fill("0812 0000 9116");
  await customers.save.click();
  await expect(page.getByText("Another customer has this already.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("Putri.New@example.com");
  await page.getByLabel("Level").selectOption("Gold");
  await page.getByLabel("Tags").fill("vegan, regular");
  await customers.save.click();
  await expect(page).toHaveURL(/customers\/116$/);
  await expect(page.getByText("putri.new@example.com")).toBeVisible();
  await expect(page.getByText("+6281200009116")).toBeVisible();
  await expect(page.getByText("vegan, regular")).toBeVisible();
  await page.goto("/settings/audit?q=customers.edit");
  await expect(page.getByRole("row").filter({ hasText: "customer 116" })).toBeVisible();
});

test("Enter opens the first found, before anything is shown", async ({ customers, page }) => {
  await customers.open();
  await customers.search.pressSequentially("M0117");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Qori Tan" })).toBeVisible();
});

test("says whose a guest's booking is, and shows it in the profile", async ({ calls, page }) => {
  const booking = { store: 33, date: inThreeDays, time: "18:30", user: "walk-in@example.com" };
  const id = await calls.book(booking);
  await page.goto(`/bookings/${id}`);
  await expect(page.getByText("(guest)")).toBeVisible();
  await page.getByRole("button", { name: "Find the customer" }).click();
  await page.keyboard.type("yusuf");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Yusuf Abdullah" }).click();
  const history = page.getByRole("navigation", { name: "History" });
  await history.getByRole("link", { name: "Bookings" }).click();
  await expect(page.getByRole("row").filter({ hasText: "18:30" })).toContainText("Losari");
});
