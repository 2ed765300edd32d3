import { danglingOf } from "../testing/axe.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

/** The design's minimum height of a control, in CSS pixels. */
const TARGET = 44;

test.describe("on a tablet, by touch", () => {
  test.use({
    storageState: sessionOf("manager"),
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
  });

  test("bug 19: a visit with an amount from the keypad, and its undo; every target is big enough for a finger, and no field controls what is not there", async ({
    till,
    page,
  }) => {
    const low = () =>
      page.locator("button, a, summary, select").evaluateAll(
        (elements, least) =>
          elements
            .filter((each) => each.checkVisibility() && !each.closest("[data-nextjs-toast]"))
            // a link in a sentence is as high as its line, which WCAG allows
            .filter((each) => each.matches("button, summary, select") || each.closest("nav, ul"))
            .filter((each) => each.getBoundingClientRect().height < least)
            .map((each) => each.outerHTML.slice(0, 120)),
        TARGET,
      );
    await till.open();
    await till.field.fill("M0101");
    await till.option(/Ayu Lestari/).tap();
    await till.option(/GIFT0010/).tap();
    await expect(till.basket.getByLabel("Amount")).toBeFocused();
    await till.button("Use all").tap();
    for (const key of ["2", ".", "5", "0"]) await till.button(key).tap();
    await expect(till.basket.getByLabel("Amount"), "the first key replaces it").toHaveValue("2.50");
    await till.button("Clear").tap();
    for (const key of ["3", "0", "0", "0", "0"]) await till.button(key).tap();
    await till.option(/Iced Coffee/).tap();
    await expect(page.locator("kbd").filter({ visible: true })).toHaveCount(0);
    expect([...(await low()), ...(await danglingOf(page))]).toEqual([]);
    await till.confirm.tap();
    await expect(till.receipt).toContainText(/30,000 paid/);
    expect([...(await low()), ...(await danglingOf(page))]).toEqual([]);
    await till.receipt.getByRole("button", { name: /^Undo/ }).tap();
    await till.receipt.getByRole("button", { name: "Wrong item" }).tap();
    expect([...(await low()), ...(await danglingOf(page))]).toEqual([]);
    await till.receipt.getByRole("button", { name: "Undo now" }).tap();
    await expect(till.result.filter({ hasText: "Canceled." })).toBeVisible();

    await page.goto("/customers/101/edit");
    const clear = await page.getByRole("button", { name: "Clear" }).boundingBox();
    expect(clear?.width).toBeGreaterThanOrEqual(TARGET);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/customers/101", "/settings/account"]) {
      await page.goto(path);
      const tabs = page.getByRole("navigation").filter({ hasNotText: "Till" }).getByRole("link");
      await expect(tabs.first()).toBeVisible();
      const widths = await tabs.evaluateAll((all) =>
        all.map((tab) => [tab.getBoundingClientRect().width, tab.scrollWidth - tab.clientWidth]),
      );
      for (const [width = 0, spill] of widths) {
        expect(width).toBeGreaterThanOrEqual(TARGET);
        expect(spill, "tabs do not cover each other").toBe(0);
      }
    }
  });

  test("a customer is left by a button on their card, which asks first if there is a basket, and confirms nothing", async ({
    till,
    page,
  }) => {
    const confirmed: string[] = [];
    page.on("request", (request) => {
      if (/visits\.confirm/.test(request.url())) confirmed.push(request.url());
    });
    const ready = page.getByText("Ready for the next customer");
    const leave = till.card("Ayu Lestari").getByRole("button", { name: "Next customer" });
    await till.open(101);
    const box = await leave.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET);
    await leave.tap();
    await expect(ready).toBeVisible();

    await till.open(101);
    await till.option(/Iced Coffee/).tap();
    await leave.tap();
    await expect(till.result.filter({ hasText: "Go on without confirming?" })).toBeVisible();
    await page.getByRole("button", { name: "Stay with Ayu Lestari" }).tap();
    await expect(till.lines).toHaveCount(1);
    await leave.tap();
    await page.getByRole("button", { name: "Discard the basket" }).tap();
    await expect(ready).toBeVisible();
    await expect(till.lines).toHaveCount(0);
    expect(confirmed).toEqual([]);
  });
});

test.describe("a manager with several stores", () => {
  test.use({ storageState: sessionOf("manager") });

  test("bug 1: a scan is taken while the store's choices have the focus, and chooses no store", async ({
    till,
    page,
  }) => {
    await till.openWhole();
    const store = page.getByRole("combobox", { name: "Store" });
    await store.selectOption("Kemang");
    await expect(store.locator("option:checked")).toHaveText("Kemang");
    const other = await store
      .locator("option")
      .filter({ hasNotText: "Kemang" })
      .first()
      .innerText();
    await store.focus();
    await till.scan(`${other.slice(0, 4)}0001`);
    await expect(till.missed).toBeVisible();
    await store.focus();
    await till.scan("M0101");
    await expect(till.card("Ayu Lestari")).toBeVisible();
    await expect(store.locator("option:checked")).toHaveText("Kemang");
  });
});
