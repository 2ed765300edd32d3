import { changeRead, failRead, shortPages } from "../testing/failing.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, inThreeDays, test } from "../testing/test.ts";
import { visit } from "../testing/visit.ts";

test.use({ storageState: sessionOf("manager") });

test("a history that cannot be read is no empty one", async ({ page }) => {
  await failRead(page, "staff.customers.ledger");
  await visit(page, "/customers/101?tab=ledger");
  await settled(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText("INTERNAL_SERVER_ERROR");
  await expect(main.getByText("Nothing yet")).toHaveCount(0);
});

test("a history that cannot be read further says so, and stays", async ({ page, baseURL }) => {
  for (const delta of [1, -1]) {
    const adjusted = await page.request.post("/trpc/staff.customers.adjustStamps", {
      data: { customerId: 106, delta, reason: "Read by pages" },
      headers: { origin: baseURL ?? "" },
    });
    expect(adjusted.ok(), await adjusted.text()).toBe(true);
  }
  await shortPages(page, "staff.customers.ledger", 1);
  await visit(page, "/customers/106");
  const main = page.getByRole("main");
  const more = main.getByRole("button", { name: "Show more" });
  const newest = main.getByRole("listitem").filter({ hasText: "Read by pages" }).first();
  await expect(more).toBeVisible();
  await failRead(page, "staff.customers.ledger");
  await more.click();
  await expect(main.getByRole("alert")).toContainText("INTERNAL_SERVER_ERROR");
  await expect(newest).toBeVisible();
});

test("requests that cannot be read are not counted as none", async ({ page, bookings, calls }) => {
  await calls.book({ store: 32, date: inThreeDays, time: "18:00" });
  const error = { message: "", code: -32603, data: { code: "INTERNAL_SERVER_ERROR" } };
  await changeRead(page, "staff.bookings.list", (answer, { statuses }) =>
    statuses ? { error } : answer,
  );
  await visit(page, `/bookings?day=${inThreeDays}`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("INTERNAL_SERVER_ERROR");
  await expect(bookings.table("18:00").first()).toBeVisible();
  await expect(page.getByText(/waiting for a decision/)).toHaveCount(0);
});

test("more requests than are shown are said to be more", async ({ page }) => {
  await changeRead(page, "staff.bookings.list", ({ result }, { statuses }) =>
    statuses ? { result: { data: { ...result?.data, nextCursor: "further" } } } : { result },
  );
  await visit(page, `/bookings?day=${inThreeDays}`);
  await expect(page.getByText(/\d+ or more requests are waiting for a decision/)).toBeVisible();
});

test("where somebody is signed in, and by which passkeys, cannot be read", async ({
  page,
  account,
}) => {
  await page.route(/staff-auth\/(list-sessions|passkey\/list)/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await account.open();
  await expect(page.getByRole("alert").filter({ hasText: "isn't responding" })).toHaveCount(2);
  await expect(page.getByText("No passkey yet.")).toHaveCount(0);
});

test("a look-up that fails while somebody types is told, and not taken for nothing found", async ({
  page,
}) => {
  await failRead(page, "staff.till.lookup");
  await failRead(page, "staff.find");
  await page.goto("/till");
  await settled(page);
  await page.getByRole("main").getByRole("combobox").fill("ayu");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("INTERNAL_SERVER_ERROR");
  await page.getByRole("main").getByRole("combobox").fill("");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Search" }).click();
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("ayu lestari");
  await expect(palette.getByRole("alert")).toContainText("INTERNAL_SERVER_ERROR");
  await expect(palette.getByText("Nothing")).toHaveCount(0);
});
