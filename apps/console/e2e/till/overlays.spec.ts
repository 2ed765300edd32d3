import { refuseCamera } from "../testing/camera.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("bug 1: a scan closes the list of keys, and lands in the visit", async ({ till, page }) => {
  await till.openWhole();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await till.scan("M0101");
  await expect(till.card("Ayu Lestari")).toBeVisible();
  await expect(keys).toHaveCount(0);
});

test("bug 1: a scan closes the camera, and lands in the visit", async ({ till, page }) => {
  await refuseCamera(page, "NotFoundError");
  await page.goto("/till?customer=101&take=r2x2");
  await settled(page);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const camera = page.getByRole("dialog");
  await camera.getByRole("button", { name: "Try again" }).focus();
  await till.scan("ONCE");
  await expect(till.line("Once for each customer")).toBeVisible();
  await expect(till.lines).toHaveCount(2);
  await expect(camera).toHaveCount(0);
});

test("bug 1: a scan closes the account menu and presses nothing in it", async ({ till, page }) => {
  await till.openWhole();
  await page.getByRole("button", { name: /^Account/ }).click();
  const signOut = page.getByRole("button", { name: "Sign out" });
  await signOut.focus();
  await till.scan("M0101");
  await expect(till.card("Ayu Lestari")).toBeVisible();
  await expect(signOut).toBeHidden();
  await expect(page).toHaveURL(/till\?customer=101/);
});

test("Ctrl+Enter in the palette does not confirm the visit behind it", async ({ till, page }) => {
  const confirmed: string[] = [];
  page.on("request", (request) => {
    if (/visits\.confirm/.test(request.url())) confirmed.push(request.url());
  });
  await page.goto("/till?customer=101&take=r2x1");
  await settled(page);
  await expect(till.confirm).toHaveAttribute("aria-disabled", "false");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog").getByRole("combobox");
  await search.fill("no such page");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(till.lines).toHaveCount(1);
  expect(confirmed).toEqual([]);
});

test("a scan in the palette is searched for", async ({ till, page }) => {
  await till.openWhole();
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await till.scan("M0101");
  await expect(page).toHaveURL(/customers\/101$/);
});
