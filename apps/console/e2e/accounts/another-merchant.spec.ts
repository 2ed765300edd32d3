import type { Page } from "@playwright/test";
import { violationsOf } from "../testing/axe.ts";
import { enter } from "../testing/enter.ts";
import { PASSWORD, twice } from "../testing/merchant.ts";
import { expect, test } from "../testing/test.ts";

const CUSTOMER = "/customers/101";
const SWITCH = "**/staff-auth/update-session";

const dialogOf = (page: Page) =>
  page.getByRole("dialog", { name: "You work for another merchant now" });
const stampsOn = (page: Page) =>
  page.locator("dt", { hasText: /^Stamps$/ }).locator("xpath=following-sibling::dd[1]");

/** Switches to the other merchant in another tab. */
async function switchIn(other: Page) {
  await other.goto("/till");
  await other.getByRole("button", { name: /^Account of/ }).click();
  await other.getByLabel("Merchant").selectOption("Teh Pinus");
  await other.waitForLoadState();
  await expect(other.getByText("Pinus", { exact: true })).toBeVisible();
}

test("a page of the merchant that was left in another tab changes nothing, and says so", async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page.request, twice.email, baseURL);
  await page.goto(CUSTOMER);
  await page.getByRole("button", { name: "Add or remove stamps" }).click();
  const before = Number(await stampsOn(page).innerText());
  await page.getByLabel("How many").fill("7");
  await page.getByLabel("Reason").fill("Lost card");

  const other = await context.newPage();
  await switchIn(other);

  await page.getByRole("button", { name: "Add or remove stamps" }).click();
  await expect(dialogOf(page)).toContainText("This page shows Kopi Kemang");
  expect(await violationsOf(page)).toEqual([]);
  await page.route(SWITCH, (route) => route.fulfill({ status: 503 }));
  await dialogOf(page).getByRole("button", { name: "Stay with Kopi Kemang" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("Something went wrong");
  await page.unroute(SWITCH);
  await dialogOf(page).getByRole("button", { name: "Stay with Kopi Kemang" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  // the form still has the typed number
  await page.getByRole("button", { name: "Add or remove stamps" }).click();
  await expect(stampsOn(page)).toHaveText(String(before + 7));

  // the other tab's page now shows the merchant that the person has left
  await other.getByRole("link", { name: "Customers" }).click();
  await expect(dialogOf(other)).toContainText("This page shows Teh Pinus");
  await dialogOf(other).getByRole("button", { name: "Open the other merchant" }).click();
  await expect(other.getByRole("button", { name: /^Account of/ })).toBeVisible();
  await expect(dialogOf(other)).toHaveCount(0);
  await other.goto(CUSTOMER);
  await expect(stampsOn(other)).toHaveText(String(before + 7));
});

test("a browser is not enrolled for the merchant that was left in another tab", async ({
  page,
  context,
  baseURL,
}) => {
  await enter(page.request, twice.email, baseURL);
  await page.goto("/settings/devices?open=new");
  const panel = page.getByRole("dialog", { name: "Enroll this browser" });
  await panel.getByLabel("Name").fill("Counter of two merchants");
  await panel.getByLabel("Your password").fill(PASSWORD);
  await switchIn(await context.newPage());
  await panel.getByRole("button", { name: "Enroll this browser" }).click();
  await expect(dialogOf(page)).toContainText("This page shows Kopi Kemang");
});

test("a switch that fails says so, and stays", { tag: "@job" }, async ({ page, baseURL }) => {
  await enter(page.request, twice.email, baseURL);
  await page.goto("/till");
  await page.getByRole("button", { name: /^Account of/ }).click();
  const failed = page.getByText("Switching the merchant failed.");
  await page.route(SWITCH, (route) => route.fulfill({ status: 503 }));
  await page.getByLabel("Merchant").selectOption("Teh Pinus");
  await expect(failed).toBeVisible();
  await page.unroute(SWITCH);
  await page.route(SWITCH, (route) => route.abort());
  await page.getByLabel("Merchant").selectOption("Teh Pinus");
  await expect(failed).toBeVisible();
  await expect(page.getByLabel("Merchant").locator("option:checked")).toHaveText("Kopi Kemang");
  await page.unroute(SWITCH);
  await page.getByLabel("Merchant").selectOption("Teh Pinus");
  await expect(page.getByText("Pinus", { exact: true })).toBeVisible();
});
