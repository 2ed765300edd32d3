import type { Page } from "@playwright/test";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

const question = (page: Page) => page.getByRole("dialog", { name: "not saved. Leave anyway?" });

/** Answers the page's question. */
async function answer(page: Page, button: "Stay" | "Leave") {
  await question(page).getByRole("button", { name: button }).click();
  await expect(question(page)).toHaveCount(0);
}

/** Stays whenever the browser asks, when the tab closes. Returns a list to which each question is added. */
function stayInTab(page: Page) {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  return asked;
}

test("D26: whoever leaves a changed form is asked in the page, and not after it is saved", {
  tag: "@job",
}, async ({ catalogue, page }) => {
  await catalogue.open("rewards");
  await page.getByRole("link", { name: "Add reward" }).click();
  const name = catalogue.field("Name");
  await name.waitFor();
  const till = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Till" });
  const asked = stayInTab(page);
  await till.click();
  await expect(page).toHaveURL(/till$/);
  await page.goBack();
  await expect(page).toHaveURL(/rewards\/new$/);

  await name.fill("Teh Tarik");
  await till.click();
  await answer(page, "Stay");
  await catalogue.button("Add reward").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await question(page).waitFor();
  await page.keyboard.press("Escape");
  await expect(question(page)).toHaveCount(0);
  await expect(catalogue.button("Add reward")).toBeFocused();
  await page.evaluate(() => history.back());
  await answer(page, "Stay");
  await expect(name).toHaveValue("Teh Tarik");
  await expect(page).toHaveURL(/rewards\/new$/);

  await catalogue.field("Code").fill("TARIK");
  await catalogue.field("Stamps").fill("6");
  await catalogue.button("Add reward").click();
  await expect(catalogue.panel).toContainText("6 stamps");
  await page.keyboard.press("Escape");
  await till.click();
  await expect(page).toHaveURL(/till$/);

  await page.goBack();
  await catalogue.open("rewards");
  await page.getByRole("link", { name: "Add reward" }).click();
  await name.fill("Teh Talua");
  await page.evaluate(() => history.back());
  await answer(page, "Leave");
  await expect(page).toHaveURL(/rewards$/);
  expect(asked, "no question is the browser's").toEqual([]);
});

test("whoever is signed out while a form is filled keeps it, and can go on", async ({
  catalogue,
  page,
  context,
}) => {
  await page.goto("/catalogue/rewards/new");
  await catalogue.field("Name").fill("Teh Talua");
  await catalogue.field("Code").fill("TALUA");
  await catalogue.field("Stamps").fill("7");
  const session = await context.cookies();
  await context.clearCookies();
  await catalogue.button("Add reward").click();
  const refusal = page.getByRole("main").getByRole("alert");
  await expect(refusal).toContainText("You were signed out.");
  await expect(catalogue.field("Name")).toHaveValue("Teh Talua");
  const opening = page.waitForEvent("popup");
  await refusal.getByRole("link", { name: "Sign in in another tab" }).click();
  const beside = await opening;
  await expect(beside.getByText("Your session ended.")).toBeVisible();
  await context.addCookies(session);
  await beside.close();
  await catalogue.button("Add reward").click();
  await expect(catalogue.panel).toContainText("7 stamps");

  await page.keyboard.press("Escape");
  await expect(catalogue.panel).toHaveCount(0);
  await context.clearCookies();
  await page.getByLabel("Name").fill("Talua");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sign-in\?next=%2Fcatalogue/);
  await expect(page.getByText("Your session ended.")).toBeVisible();
  await page.goto("/sign-in");
  await expect(page.getByText("Your shop's loyalty program.")).toBeVisible();
});

test("so is whoever closes a changed panel, or the tab", async ({ settings, page }) => {
  await settings.open("stores");
  await settings.openRow("Losari");
  await settings.panel.getByLabel("Largest party").fill("9");
  const asked = stayInTab(page);
  await page.keyboard.press("Escape");
  await answer(page, "Stay");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(settings.panel.getByLabel("Largest party")).toHaveValue("9");
  await page.keyboard.press("Escape");
  await answer(page, "Leave");
  await expect(settings.panel).toHaveCount(0);
});

test("settings that were saved ask no more, until they are changed again", async ({
  settings,
  page,
}) => {
  await settings.open("policy");
  const seconds = page.getByLabel("Code expires after (seconds)");
  await seconds.fill("301");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await settings.tabs.getByRole("link", { name: "Stores" }).click();
  await expect(page).toHaveURL(/stores$/);
  await page.goBack();
  await seconds.fill("300");
  await settings.tabs.getByRole("link", { name: "Stores" }).click();
  await answer(page, "Stay");
  await settings.button("Save").click();
  await expect(page.getByText("Saved.")).toBeVisible();
});
