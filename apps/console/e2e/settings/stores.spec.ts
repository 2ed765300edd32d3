import { randomInt } from "node:crypto";
import { newGate } from "../testing/gate.ts";
import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, inThreeDays, phone, shownDay, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test(
  "opens a store with its hours, and bookings keep to them",
  { tag: "@job" },
  async ({ settings, page, request }, { retry }) => {
    // a test that runs again finds the store of the first time
    const name = retry ? `Menteng ${retry}` : "Menteng";
    await settings.open("stores");
    await settings.button("Add store").click();
    await settings.panel.getByLabel("Name", { exact: true }).fill(name);
    await settings.panel.getByLabel("Code", { exact: true }).fill("tk5z");
    await settings.panel.getByLabel("Time zone").fill("Asia/Batavia");
    await settings.button("Save").click();
    await expect(settings.panel.getByText("Enter a code that isn't used yet.")).toBeVisible();
    await settings.panel.getByLabel("Code", { exact: true }).fill(`MTG${retry}`);
    await settings.button("Save").click();
    await expect(
      settings.panel.getByText("Enter a time zone, such as Asia/Jakarta."),
    ).toBeVisible();
    await settings.panel.getByLabel("Time zone").fill("Asia/Jakarta");
    await settings.panel.getByLabel("Largest party").fill("6");
    await settings.panel.getByLabel(/^Take bookings within/).check();
    await settings.panel.getByLabel("Monday, from").fill("17:00");
    await settings.button("Same as Monday, every day").click();
    await settings.button("Save").click();
    await page.waitForURL(/open=\d+/);
    await expect(settings.panel.getByText("Saved.")).toBeVisible();
    await settings.panel.getByLabel("Name", { exact: true }).fill("Another name");
    await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
    await settings.panel.getByLabel("Name", { exact: true }).fill(name);
    await settings.button("Save").click();
    await expect(settings.panel.getByText("Saved.")).toBeVisible();
    await settings.panel.getByLabel("Name", { exact: true }).fill("Another name");
    await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
    await settings.panel.getByLabel("Name", { exact: true }).fill(name);
    const store = Number(/open=(\d+)/.exec(page.url())?.[1]);
    await expect(settings.row(name)).toContainText("7 days a week");

    const wish = { user: "guest@example.com", store, date: inThreeDays, phone: newPhone() };
    const book = (time: string, guests: number) =>
      postRest(request, "bookings/add", { ...wish, time, number_of_people: guests });
    expect((await book("12:00", 2)).status()).toBe(400);
    expect((await book("19:00", 7)).status()).toBe(400);
    expect((await book("19:00", 6)).status()).toBe(200);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox", { name: "Store" })).toContainText(name);
  },
);

test("what is typed while a new store is being saved stays", async ({ settings, page }, {
  retry,
}) => {
  const created = newGate();
  await page.route(/staff\.settings\.stores\.create/, async (route) => {
    const response = await route.fetch();
    await created.opened;
    await route.fulfill({ response });
  });
  const code = `CKN${retry}`;
  await settings.open("stores");
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  await settings.button("Add store").click();
  const field = settings.panel.getByLabel("Name", { exact: true });
  await field.fill(`Cikini ${retry}`);
  await settings.panel.getByLabel("Code", { exact: true }).fill(code);
  await settings.button("Save").click();
  await field.fill(`Cikini Raya ${retry}`);
  created.open();
  await expect(settings.row(code)).toContainText(`Cikini ${retry}`);
  await page.waitForURL(/open=\d+/);
  await expect(settings.panel.getByRole("heading", { level: 2 })).toHaveText(`Cikini ${retry}`);
  await expect(field).toHaveValue(`Cikini Raya ${retry}`);
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await expect(settings.panel.getByRole("heading", { level: 2 })).toHaveText(
    `Cikini Raya ${retry}`,
  );
  // the stores above the page come from the server, and the page is not loaded again for them
  const stores = page.getByRole("combobox", { name: "Store", includeHidden: true });
  await expect(stores).toContainText(`Cikini Raya ${retry}`);
  expect(await page.evaluate(() => "isMarked" in window)).toBe(true);

  await page.keyboard.press("Escape");
  await settings.button("Add store").click();
  await expect(field).toHaveValue("");
  await page.keyboard.press("Escape");
  await settings.openRow(`Cikini Raya ${retry}`);
  await expect(field).toHaveValue(`Cikini Raya ${retry}`);
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
});

test("closes a store on a day, and says who has booked it", { tag: "@job" }, async ({
  settings,
  calls,
  request,
}) => {
  const store = { ...newStore(), isActive: true };
  const id = await calls.add("settings.stores", store);
  const wish = { user: "guest@example.com", store: id, date: inThreeDays, time: "19:00" };
  const book = () =>
    postRest(request, "bookings/add", { ...wish, phone: newPhone(), number_of_people: 2 });
  expect((await book()).status()).toBe(200);
  await settings.page.setViewportSize(phone);
  await settings.open("stores");
  await settings.openRow(store.name);
  await settings.button("Add special day").click();
  await settings.button("Save special days").click();
  await expect(settings.panel.getByText("Enter a date that isn't listed yet.")).toBeVisible();
  await settings.panel.getByLabel("Special day 1, date").fill(shownDay(inThreeDays));
  await settings.panel.getByLabel("Special day 1, name").fill("Stocktaking");
  await settings.button("Save special days").click();
  await expect(settings.panel.getByText("1 open booking is on a closed day.")).toBeVisible();
  const width = await settings.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  const refused = await book();
  expect([refused.status(), await refused.json()]).toMatchObject([
    400,
    { validation_errors: { date: `The store is closed on ${inThreeDays} (Stocktaking).` } },
  ]);
  await settings.button("Add hours: Special day 1").click();
  await settings.button("Save special days").click();
  await expect(settings.panel.getByText("Special days saved.", { exact: true })).toBeVisible();
  expect((await book()).status()).toBe(200);
});

/** Returns the fields of a store with a name and a code of its own. It takes no bookings. */
function newStore() {
  const code = `PTY${randomInt(1_000_000)}`;
  const place = { timezone: "Asia/Jakarta", isActive: false, openingHours: null };
  return { code, name: `Pantai ${code}`, largestParty: 6, ...place };
}

test("refuses a largest party that is not a plain number, and keeps the saved one", async ({
  settings,
  calls,
  page,
}) => {
  const store = newStore();
  await calls.add("settings.stores", store);
  await settings.open("stores");
  await settings.openRow(store.name);
  const party = settings.panel.getByLabel("Largest party");
  await expect(party).toHaveValue("6");
  const refusal = settings.panel.getByText("Enter a whole number above zero.");
  for (const text of ["1,000", "1.000"]) {
    await party.fill(text);
    const answered = page.waitForResponse(/settings\.stores\.update/);
    await settings.button("Save").click();
    expect((await answered).status()).toBe(400);
    await expect(refusal).toBeVisible();
    await expect(party).toBeFocused();
  }
  await expect(settings.panel.getByText("Saved.")).toHaveCount(0);
  await party.fill(" 7 ");
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(party).toHaveValue("7");
});

test("a store's form begins with what another owner has changed while the list was open", async ({
  settings,
  calls,
  page,
  baseURL,
}) => {
  const store = newStore();
  const id = await calls.add("settings.stores", store);
  await settings.open("stores");
  await expect(settings.row(store.name)).toBeVisible();
  const data = { ...store, id, largestParty: 9 };
  const headers = { origin: baseURL ?? "" };
  const changed = await page.request.post("/trpc/staff.settings.stores.update", { data, headers });
  expect(changed.ok(), await changed.text()).toBe(true);
  await settings.openRow(store.name);
  const party = settings.panel.getByLabel("Largest party");
  await expect(party).toHaveValue("9");
  const name = settings.panel.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await name.fill(`${store.name} Indah`);
  await settings.button("Save").click();
  await expect(settings.panel.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue(`${store.name} Indah`);
  await expect(party).toHaveValue("9");
});

test("is reached on a phone by More", async ({ settings, page }) => {
  await page.setViewportSize(phone);
  await page.goto("/till");
  await settings.button("More").click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Stores/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Stores" })).toBeVisible();
  await settings.openRow("Kemang");
  await settings.panel.getByLabel(/^Take bookings within/).check();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
