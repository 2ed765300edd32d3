import type { Locator } from "@playwright/test";
import { violationsOf } from "../testing/axe.ts";
import { refuseCamera, showToCamera } from "../testing/camera.ts";
import { lookAs, looks, spillOf, tagsOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

const words = {
  en: { open: "Scan with the camera", none: "No camera was found.", basket: "Basket" },
  id: { open: "Pindai dengan kamera", none: "Kamera tidak ditemukan.", basket: "Keranjang" },
} as const;

test.use({ storageState: sessionOf("cashier") });

async function expectFinger(button: Locator) {
  const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
}

for (const [locale, width] of looks)
  test(`a code that the camera sees lands in the visit: ${locale}, ${width} wide`, {
    tag: tagsOf(locale, width),
  }, async ({ page, context, baseURL }) => {
    const t = words[locale];
    await showToCamera(page, "off-0018");
    await lookAs({ page, context }, locale, width, baseURL);
    await page.goto("/till");
    await settled(page);
    const field = page.locator("input[role=combobox]");
    const button = page.getByRole("button", { name: t.open });
    await expectFinger(button);
    expect(await spillOf(page)).toEqual([]);
    await expect(field).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(field, "the next scan may be a scanner's").toBeFocused();
    const basket = page.getByRole("form", { name: t.basket });
    // on a phone the basket is a bar that opens
    if (width < 600) await basket.getByRole("button", { expanded: false }).click();
    await expect(basket.getByRole("listitem").filter({ hasText: "Rp 25,000 Off" })).toBeVisible();
  });

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the camera's button has the focus again, so that no keyboard opens", async ({ page }) => {
    await showToCamera(page, "M0122");
    await page.goto("/till");
    await settled(page);
    const button = page.getByRole("button", { name: "Scan with the camera" });
    await button.tap();
    await expect(page.getByRole("region", { name: "Vina Oktavia" })).toBeVisible();
    await expect(button).toBeFocused();
  });
});

for (const [locale, width] of looks)
  test(`where there is no camera it says so, and the till goes on: ${locale}, ${width} wide`, async ({
    page,
    context,
    baseURL,
    till,
  }) => {
    const t = words[locale];
    await refuseCamera(page, "NotFoundError");
    await lookAs({ page, context }, locale, width, baseURL);
    await page.goto("/till?customer=101&take=r2x2");
    await settled(page);
    await page.getByRole("button", { name: t.open }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toContainText(t.none);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.locator("input[role=combobox]")).toBeFocused();
    await till.scan("ONCE");
    const basket = page.getByRole("form", { name: t.basket });
    if (width < 600) await basket.getByRole("button", { expanded: false }).click();
    await expect(basket.getByRole("listitem"), "the basket is as it was").toHaveCount(2);
  });

test("the camera's part is loaded when it is first opened; without a connection the visit stays", async ({
  page,
  till,
}) => {
  await showToCamera(page, "OFF-0018");
  const scripts: string[] = [];
  let isCut = false;
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    scripts.push(route.request().url());
    if (isCut) await route.abort();
    else await route.fallback();
  });
  await page.goto("/till?customer=101&take=r2x2");
  await settled(page);
  await page.waitForLoadState("load");
  const before = scripts.length;
  isCut = true;
  const button = page.getByRole("button", { name: "Scan with the camera" });
  await button.click();
  await expect(page.getByText("The camera could not be loaded.")).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
  await expect(till.lines).toHaveCount(1);
  isCut = false;
  await button.click();
  await expect(till.question).toContainText("Vina Oktavia");
  await expect(till.lines).toHaveCount(1);
});
