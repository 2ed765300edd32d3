import { sessionOf } from "../testing/session.ts";
import { expect, inThreeDays, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("changes a customer; what is wrong stands at its field", { tag: "@job" }, async ({
  customers,
  page,
}) => {
  await customers.edit(116);
  await page.getByLabel("Email").fill("sari@example.com");
  await page.getByLabel("Mobile").fill("0812");
  await customers.save.click();
  await expect(page.getByText("This isn't a valid mobile number.")).toBeVisible();
  await expect(page.getByLabel("Mobile")).toBeFocused();
  await page.getByLabel("Mobile").fill("0812 0000 9116");
  await customers.save.click();
  await expect(
    page.getByText("Enter a valid email address that nobody else here has."),
  ).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("Putri.New@example.com");
  await page.getByLabel("Level").selectOption("Gold");
  await page.getByLabel("Tags").fill("vegan, regular");
  const byText = page.getByLabel("Marketing by text message");
  const agrees = !(await byText.isChecked());
  await byText.setChecked(agrees);
  await customers.save.click();
  await expect(page).toHaveURL(/customers\/116$/);
  await expect(page.getByText("putri.new@example.com")).toBeVisible();
  await expect(page.getByText("+6281200009116")).toBeVisible();
  await expect(page.getByText("vegan, regular")).toBeVisible();
  const agreed = page.getByText("text messages");
  await expect(agreed).toHaveCount(agrees ? 1 : 0);
  await page.goto("/settings/audit?q=customers.edit");
  const row = page.getByRole("row").filter({ hasText: "Customer changed" }).first();
  await expect(row).toContainText(/Level: .* → Gold/);
  await expect(row).toContainText(/Tags: .* → vegan, regular/);
  await expect(row).toContainText(/Marketing by text message: .* → /);
  await row.getByRole("link", { name: "Customer 116" }).click();
  await expect(page).toHaveURL(/customers\/116$/);
});

test("adds who is new, from the till that found nobody, once", { tag: "@job" }, async ({
  till,
  page,
}) => {
  await till.open();
  await till.scan("Rina Wulandari");
  await page.getByRole("link", { name: "Add customer" }).click();
  // D17: the till's text is in its field, and the till gets the customer back
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rina Wulandari");
  await page.getByLabel("Email").fill("sari@example.com");
  const add = page.getByRole("button", { name: "Add customer" });
  await add.click();
  await expect(
    page.getByText("Enter a valid email address that nobody else here has."),
  ).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("rina@example.com");
  await add.click();
  await expect(till.stamps("Rina Wulandari")).toHaveText("0 stamps");
});

test("leaves what somebody else changed while the form was open, though it was loaded anew", async ({
  customers,
  page,
  baseURL,
}) => {
  await customers.edit(118);
  await page.getByLabel("Tags").fill("vegan");
  const data = { customerId: 118, address: "Jl Baru 9" };
  const headers = { origin: baseURL ?? "" };
  await page.request.post("/trpc/staff.customers.edit", { data, headers });
  const loaded = page.waitForResponse((answer) => answer.url().includes("staff.customers.get"));
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await (await loaded).finished();
  await customers.save.click();
  await expect(page).toHaveURL(/customers\/118$/);
  await expect(page.getByText("Jl Baru 9")).toBeVisible();
  await expect(page.getByText("vegan", { exact: true })).toBeVisible();
});

test("Enter opens the one found, before anything is shown; Back leads to the list again", async ({
  customers,
  page,
}) => {
  await customers.open();
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page).toHaveURL(/customers\/[0-9]+$/);
  await expect(customers.search).toHaveCount(0);
  await page.goBack();
  await customers.search.pressSequentially("M0117");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Qori Tan" })).toBeVisible();

  // D22: of several, Enter opens none, but leads to the first
  await page.goBack();
  await customers.search.fill("dewi");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").getByRole("link").first()).toBeFocused();
  await expect(page).toHaveURL(/customers\?q=dewi$/);
});

test("says whose a guest's booking is, and shows it in the profile", { tag: "@job" }, async ({
  calls,
  page,
}) => {
  const booking = { store: 33, date: inThreeDays, time: "18:30", user: "walk-in@example.com" };
  const id = await calls.book(booking);
  await page.goto(`/bookings/${id}`);
  await expect(page.getByText("(guest)")).toBeVisible();
  await page.getByRole("button", { name: "Find the customer" }).click();
  await page.keyboard.type("yusuf");
  await page.keyboard.press("Enter");
  await page.getByText("Last changed by").waitFor();
  await page.getByRole("link", { name: "Yusuf Abdullah" }).click();
  const history = page.getByRole("navigation", { name: "History" });
  await history.getByRole("link", { name: "Bookings" }).click();
  await expect(page.getByRole("row").filter({ hasText: "18:30" })).toContainText("Losari");
});
