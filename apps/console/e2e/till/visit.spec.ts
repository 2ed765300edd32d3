import { expectOnePage, lookAs, spillOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("D5, D7, D33: a whole visit: rewards, a voucher, a promo code and a sale in one confirmation, and one line undone", {
  tag: "@job",
}, async ({ till, page }) => {
  await till.open();
  await till.scan("OFF-0018");
  await expect(till.card("Vina Oktavia")).toBeVisible();
  const before = Number((await till.stamps("Vina Oktavia").innerText()).replace(/\D/g, ""));
  const coffee = till.option(/Iced Coffee/);
  await coffee.click();
  await coffee.click();
  await till.button("One more: Iced Coffee").click();
  await expect(till.line("Iced Coffee")).toContainText("15 stamps");
  await till.button("One less: Iced Coffee").click();
  await expect(till.line("Iced Coffee")).toContainText("10 stamps");
  await expect(coffee).toContainText("2 in basket");
  await till.scan("promocode");
  await expect(till.line("Discount Rp 100,000")).toBeVisible();
  await till.option(/^Kaya Bun/).click();
  await till.line("Kaya Bun").getByText("Terms").click();
  await expect(till.line("Kaya Bun")).toContainText("One for each visit.");

  await till.button("Add a sale").click();
  await expect(till.basket.getByLabel("Sale total")).toBeFocused();
  await page.keyboard.type("125,000", { delay: 50 });
  await expect(till.basket).toContainText("Earns 18 stamps");
  await expect(till.basket.getByText("Afterwards").locator("+ dd")).toHaveText(
    `${before - 12 + 18} stamps`,
  );
  await expect(till.confirm, "a sale needs its invoice number").toBeDisabled();
  await expect(till.confirm, "D33: the reason").toHaveAccessibleDescription(
    "Enter the invoice number.",
  );
  await till.basket.getByLabel("Invoice number").focus();
  await till.scan("INV-VISIT-1");
  await expect(till.basket.getByLabel("Invoice number")).toHaveValue("INV-VISIT-1");
  await till.enterLater();
  await expect(till.receipt).toContainText("2 × Iced Coffee");
  await expect(till.receipt).toContainText("18 stamps earned");
  await expect(till.receipt).toContainText(`${before - 12 + 18} stamps now`);
  await expect(till.receipt).toContainText(/New voucher: \w{6}/);
  await expectOnePage(page);

  // undoes one line
  await till.receipt.getByRole("button", { name: /^Undo/ }).click();
  const undo = till.receipt.getByRole("form", { name: "Undo" });
  await expect(undo).toContainText("Rp 25,000 Off comes back as a new code.");
  await undo.getByLabel("Iced Coffee").check();
  await expect(undo).toContainText("Iced Coffee: 10 stamps come back.");
  await expect(undo).not.toContainText("new code");
  await undo.getByRole("button", { name: "Wrong item" }).click();
  await undo.getByRole("button", { name: "Undo now" }).click();
  await expect(till.receipt).toContainText(`${before - 2 + 18} stamps now`);
  await expect(till.receipt.getByRole("listitem").filter({ hasText: "Iced Coffee" })).toContainText(
    "Canceled",
  );
  // the customer stays for the next visit
  await expect(till.card("Vina Oktavia")).toContainText(`${before - 2 + 18}`);
  await till.scan("ONCE");
  await expect(till.lines).toHaveCount(1);
  await expect(till.receipt).toHaveCount(0);
  const last = till.result.filter({ hasText: "Vina Oktavia: Kaya Bun, Rp 25,000 Off" });
  await expect(last, "the stamps are those before the undo").not.toContainText("stamps now");
  // D7: a visit that is not confirmed is asked about, and is kept when the page is left
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Discard the basket" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(till.lines).toHaveCount(1);
  await page.getByRole("link", { name: /^Customers/ }).click();
  await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
  await page.getByRole("link", { name: /^Till/ }).click();
  await expect(till.kept).toContainText("The visit of Vina Oktavia isn't confirmed yet: 1 item.");
  await till.kept.getByRole("button", { name: "Go on" }).click();
  await expect(till.line("Once for each customer")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard the basket" }).click();
  await expect(page).toHaveURL(/till$/);
  await expect(till.card("Vina Oktavia")).toHaveCount(0);
  await expect(till.kept).toHaveCount(0);
});

test("a promo code that is typed and chosen is redeemed alone by the next Enter", async ({
  till,
  page,
}) => {
  await till.open(122);
  await till.field.fill("promocode");
  await till.option(/PROMOCODE/).waitFor();
  await page.keyboard.press("Enter");
  await expect(till.line("Discount Rp 100,000")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(till.receipt).toContainText("Vina Oktavia: Discount Rp 100,000");
  await expect(till.receipt.getByRole("listitem")).toHaveCount(1);
});

test("says why a line cannot be taken before it is tried, and bug 18: counts are words", async ({
  till,
  page,
}) => {
  await till.open();
  await till.scan("M0112");
  await expect(till.stamps("Lukman Hakim")).toHaveText("1 stamp");
  await expect(till.card("Lukman Hakim")).toContainText("1 stamp short");
  await till.scan("WEBONLY");
  await expect(till.line("On the web only").getByRole("alert")).toBeVisible();
  await expect(till.confirm).toBeDisabled();
  await till.button("Remove On the web only").click();
  await till.option(/Donation/).click();
  const stamps = till.basket.getByLabel("Stamps");
  await stamps.fill("3");
  await expect(till.basket).toContainText("2 stamps short for this basket.");
  await expect(till.confirm).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(till.receipt).toHaveCount(0);
  await expect(till.basket).not.toContainText("-");
  await stamps.fill("1");
  const afterwards = till.basket.getByText("Afterwards").locator("+ dd");
  await expect(afterwards).toHaveText("0 stamps");
  await page.route(/visits\.preview/, (route) => route.abort());
  await till.button("Add a sale").click();
  await till.basket.getByLabel("Sale total").fill("50,000");
  await expect(afterwards, "it is not known what the sale earns").toHaveText("…");
});

test(
  "D1, D2: a newcomer is registered with a name in a step that Enter does not take, and the visit goes on",
  { tag: "@job" },
  async ({ till, page }, { retry }) => {
    const phone = `0812555500${retry}1`;
    const registrations: string[] = [];
    page.on("request", (sent) => {
      if (sent.url().includes("till.register")) registrations.push(sent.url());
    });
    await till.open();
    // a product's barcode is no phone number
    await till.scan("8991002101234");
    await expect(till.missed.getByLabel("New customer: phone or email")).toHaveValue("");
    await till.scan(phone);
    await expect(till.missed.getByLabel("New customer: phone or email")).toHaveValue(phone);
    await till.field.fill(phone);
    await expect(till.option(`Register ${phone}`)).toBeVisible();
    // Enter opens the step, and further Enters register nobody
    await till.enterLater();
    await expect(till.missed.getByLabel("New customer: phone or email")).toHaveValue(phone);
    await till.enterLater();
    await till.enterLater();
    expect(registrations, "nobody is registered by Enter").toEqual([]);
    await till.missed.getByLabel("Name").fill("Wulan Sari");
    await page.keyboard.press("Enter");
    const card = till.card("Wulan Sari");
    await expect(card).toContainText("0 stamps");
    await till.button("Add a sale").click();
    await page.keyboard.type("20,000", { delay: 50 });
    await till.basket.getByLabel("Invoice number").fill(`INV-NEW-${retry}`);
    await expect(till.basket).toContainText("Earns 2 stamps");
    await page.keyboard.press("Enter");
    await expect(till.receipt).toContainText("2 stamps now");
    await till.scan("nobody@here");
    await till.missed.getByLabel("New customer: phone or email").fill(`new-${retry}@example.com`);
    await till.missed.getByRole("button", { name: "Register" }).click();
    await expect(till.card(`new-${retry}@example.com`)).toBeVisible();

    // a new customer comes while this customer has a basket; the first try to register them fails
    const other = `0812555500${retry}2`;
    await page.route(/till\.register/, (route) => route.abort(), { times: 1 });
    await till.button("Add a sale").click();
    await till.scan(other);
    await till.missed.getByRole("button", { name: "Register" }).click();
    const failed = till.refusal.filter({ hasText: "never done twice" });
    await expect(failed).toBeVisible();
    await till.scan(other.replace(/2$/, "3"));
    await expect(till.missed).toContainText("3.");
    await expect(failed, "it was about the earlier scan").toHaveCount(0);
    await till.scan(other);
    await till.missed.getByRole("button", { name: "Register" }).click();
    await expect(till.question).toContainText(`Switch to ${other}?`);
  },
);

test("bug 17: reload and Back keep the visit, and a slow look-up is shown", async ({
  till,
  page,
}) => {
  await till.open();
  await till.scan("M0101");
  await till.option(/Iced Coffee/).click();
  await till.option(/Iced Coffee/).click();
  await till.scan("ONCE");
  // waits for the line's name from the service: until then the router may still show the previous address
  await expect(till.line("Once for each customer")).toBeVisible();
  await page.reload();
  await expect(till.lines).toHaveCount(2);
  await expect(till.line("Iced Coffee")).toContainText("10 stamps");
  await till.card("Ayu Lestari").getByRole("link").first().click();
  await expect(page).toHaveURL(/customers\/101$/);
  await page.getByRole("heading", { level: 1, name: "Ayu Lestari" }).waitFor();
  await page.goBack();
  await expect(till.line("Iced Coffee")).toContainText("10 stamps");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard the basket" }).click();
  await expect(till.lines).toHaveCount(0);
  await page.goBack();
  await expect(till.line("Iced Coffee")).toContainText("10 stamps");

  // after the confirmation the visit's address shows its receipt
  await till.redeem();
  await expect(till.receipt).toContainText("2 × Iced Coffee");
  await expect(page).toHaveURL(/step=receipt$/);
  await page.reload();
  await expect(till.receipt).toContainText("2 × Iced Coffee");
  // before React has taken over the page, the browser alone would handle Back
  await page.waitForFunction(() => window.early === undefined);
  await page.goBack();
  await expect(till.receipt).toHaveCount(0);
  await expect(till.lines, "no basket that was confirmed is offered again").toHaveCount(0);
  await page.goForward();
  await expect(till.receipt).toContainText("2 × Iced Coffee");

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/till\.lookup/, async (route) => {
    await held;
    await route.fallback();
  });
  await till.scan("M0111");
  await expect(till.result.filter({ hasText: "Looking up M0111" })).toBeVisible();
  letGo();
  await expect(till.card("Kartika Putri")).toBeVisible();
});

for (const locale of ["en", "id"] as const)
  test(`on the narrowest phone, nothing of a visit is wider than the screen: ${locale}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await lookAs({ page, context }, locale, phone.width, baseURL);
    await page.goto("/till?customer=101&take=r2x2~v10:30000");
    const taken = page.getByRole("option").filter({ hasText: "GIFT0010" });
    await expect(taken).toContainText(locale === "en" ? "In basket" : "Di keranjang");
    expect(await spillOf(page)).toEqual([]);
  });
