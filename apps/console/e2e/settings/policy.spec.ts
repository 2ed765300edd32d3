import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test.afterEach(async ({ page, baseURL }) => {
  const back = { pinMaxAttempts: 3, redemptionPinAuthorization: false };
  await page.request.post("/trpc/staff.settings.policy.update", {
    data: back,
    headers: { origin: baseURL ?? "" },
  });
});

test("leaves what another owner changed while the form was open", async ({
  settings,
  page,
  baseURL,
}) => {
  await settings.open("policy");
  const tries = settings.field("Wrong PINs in a row before the PIN is blocked");
  await tries.fill("5");
  const change = { redemptionPinAuthorization: true };
  const headers = { origin: baseURL ?? "" };
  await page.request.post("/trpc/staff.settings.policy.update", { data: change, headers });
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await tries.fill("6");
  await expect(page.getByText("Saved.")).toHaveCount(0);
  await settings.button("Save").click();
  await page.goto("/settings/audit?q=policy");
  const record = page.getByRole("row").filter({ hasText: "Settings changed" });
  await expect(record.nth(2)).toBeVisible();
  await settings.open("policy");
  await expect(tries).toHaveValue("6");
  await expect(settings.field("Every redemption asks for the customer's PIN")).toBeChecked();
});

test("says what the tries that block a PIN for good are counted from", async ({ settings }) => {
  await settings.open("policy");
  await expect(settings.field("Wrong PINs before it stays blocked")).toHaveAccessibleDescription(
    /counted since the last right PIN, reset, or unblock by staff/,
  );
});

test("changes how many tries a PIN has, within bounds, on the record", { tag: "@job" }, async ({
  settings,
  page,
  context,
  baseURL,
}) => {
  await settings.open("policy");
  const tries = settings.field("Wrong PINs in a row before the PIN is blocked");
  await tries.fill("11");
  await settings.button("Save").click();
  await expect(page.getByText("Enter a whole number from 1 to 10.")).toBeVisible();
  await expect(tries).toBeFocused();
  await tries.fill("many");
  await settings.button("Save").click();
  await expect(settings.button("Save")).toBeEnabled();
  await expect(page.getByText("Enter a whole number from 1 to 10.")).toBeVisible();
  await tries.fill("5");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/customers/122");
  await expect(page.getByText("5 attempts left")).toBeVisible();
  await page.goto("/settings/audit?action=settings.policy.update");
  const row = page.getByRole("row").filter({ hasText: "Settings changed" }).first();
  await expect(row).toContainText("Wrong PINs in a row: 3 → 5");
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.reload();
  await expect(page.getByLabel("Tindakan").locator("option:checked")).toHaveText(
    "Pengaturan diubah",
  );
  await expect(page.getByText("PIN salah berturut-turut: 3 → 5").first()).toBeVisible();
  // D23: no tab is alone in its row
  await page.setViewportSize({ width: 1280, height: 800 });
  const tops = await page
    .getByRole("navigation", { name: "Pengaturan" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops.at(-1)).length).toBeGreaterThan(tops.length / 3);
});
