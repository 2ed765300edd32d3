import type { Page } from "@playwright/test";
import { SignInPage } from "../pages/sign-in-page.ts";
import { violationsOf } from "../testing/axe.ts";
import { PASSWORD, twice } from "../testing/merchant.ts";
import { expect, test } from "../testing/test.ts";

const CUSTOMER = "/customers/101";

const dialogOf = (page: Page) =>
  page.getByRole("dialog", { name: "You work for another merchant now" });
const stampsOn = (page: Page) =>
  page.locator("dt", { hasText: /^Stamps$/ }).locator("xpath=following-sibling::dd[1]");

test("a page of the merchant that was left in another tab changes nothing, and says so", async ({
  page,
  context,
}) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.enter(twice.email, PASSWORD);
  await page.waitForURL(/till$/);
  await page.goto(CUSTOMER);
  await page.getByRole("button", { name: "Add or take stamps" }).click();
  const before = Number(await stampsOn(page).innerText());
  await page.getByLabel("How many").fill("7");
  await page.getByLabel("Reason").fill("Lost card");

  const other = await context.newPage();
  await other.goto("/till");
  await other.getByRole("button", { name: /^Account of/ }).click();
  await other.getByLabel("Merchant").selectOption("Teh Pinus");
  await other.waitForLoadState();
  await expect(other.getByText("Pinus", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Add or take stamps" }).click();
  await expect(dialogOf(page)).toContainText("This page shows Kopi Kemang");
  expect(await violationsOf(page)).toEqual([]);
  await dialogOf(page).getByRole("button", { name: "Stay with Kopi Kemang" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  // the form still has the typed number
  await page.getByRole("button", { name: "Add or take stamps" }).click();
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
