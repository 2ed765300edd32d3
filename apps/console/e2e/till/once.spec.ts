import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("stamps whose answer was lost are given once, however often the button is pressed", {
  tag: "@job",
}, async ({ page }) => {
  await page.goto("/customers/122");
  const stamps = page.locator("dt", { hasText: /^Stamps$/ }).locator("+ dd");
  const before = Number(await stamps.innerText());
  const add = page.getByRole("button", { name: "Add or remove stamps" });
  await add.click();
  await page.getByLabel("How many").fill("-99999");
  await page.getByLabel("Reason").fill("Lost card");
  await add.click();
  // the whole text: advice for the till, such as to choose another reward, does not belong here
  const refusal = page.getByText("The customer has fewer stamps than that.", { exact: true });
  await expect(refusal).toHaveCount(1);
  await page.getByLabel("How many").fill("7");
  let isLost = false;
  await page.route(/adjustStamps/, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await add.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("it is never done twice");
  await add.click();
  await expect(stamps).toHaveText(String(before + 7));
});
