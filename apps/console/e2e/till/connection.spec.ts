import type { Page } from "@playwright/test";
import { newGate } from "../testing/gate.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

const failure = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 };

/** Returns a list to which the idempotency key of each confirmation is added. */
function watchConfirmations(page: Page) {
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (/visits\.confirm/.test(request.url())) keys.push(request.headers()["idempotency-key"]);
  });
  return keys;
}

test("bugs 2 and 4: offline, scans are kept in order, and nothing is sent later by itself", {
  tag: "@job",
}, async ({ till, page, context }) => {
  const keys = watchConfirmations(page);
  await till.openWhole();
  await till.scan("M0101");
  await expect(till.card("Ayu Lestari")).toBeVisible();
  await context.setOffline(true);
  await expect(till.offline).toBeVisible();
  await till.scan("ONCE");
  await till.scan("M0111");
  await expect(till.offline).toContainText("Next: ONCE, M0111");
  await till.option(/Iced Coffee/).click();
  await expect(till.line("Iced Coffee")).toBeVisible();
  await expect(till.confirm).toBeDisabled();
  await page.keyboard.press("ArrowUp");
  await till.enterLater();
  await context.setOffline(false);
  await expect(till.result.filter({ hasText: "Connection back." })).toContainText(
    "Confirm the visit?",
  );
  await expect(till.line("Once for each customer")).toBeVisible();
  await expect(till.question).toContainText("Switch to Kartika Putri?");
  await page.getByRole("button", { name: "Stay with Ayu Lestari" }).click();
  expect(keys, "nothing was sent").toEqual([]);
  await till.button("Remove Once for each customer").click();
  await till.redeem();
  await expect(till.receipt).toContainText("Ayu Lestari: Iced Coffee");
  expect(keys).toHaveLength(1);
});

test("an answer that was cut is asked for by its key: it was done", { tag: "@job" }, async ({
  till,
  page,
}) => {
  const keys = watchConfirmations(page);
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  await page.route(/visits\.confirm/, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/visits\.outcome/, async (route) => {
    await held;
    await route.fallback();
  });
  await till.redeem();
  await expect(till.basket).toContainText("Checking what happened");
  await till.scan("M0122");
  await page.keyboard.press("Escape");
  await expect(till.lines, "it can neither be left nor scanned away").toHaveCount(1);
  letGo();
  await expect(till.card("Vina Oktavia"), "the scan has waited").toBeVisible();
  await expect(till.result.filter({ hasText: "Kartika Putri: Iced Coffee" })).toBeVisible();
  expect(keys).toHaveLength(1);
});

test("a customer who is chosen during a slow confirmation waits for its outcome", async ({
  till,
  page,
}) => {
  const keys = watchConfirmations(page);
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  const answer = newGate();
  await page.route(/visits\.confirm/, async (route) => {
    await answer.opened;
    await route.fallback();
  });
  await till.redeem();
  await till.field.fill("Vina");
  await till.option(/Vina Oktavia/).click();
  await expect(till.result.filter({ hasText: "Next: M0122" })).toBeVisible();
  await expect(till.question).toHaveCount(0);
  await expect(till.line("Iced Coffee"), "the sent visit stays").toBeVisible();
  answer.open();
  await expect(till.card("Vina Oktavia")).toBeVisible();
  await expect(till.result.filter({ hasText: "Kartika Putri: Iced Coffee" })).toBeVisible();
  expect(keys).toHaveLength(1);
});

test("an answer that was cut is asked for by its key: running, then done", async ({
  till,
  page,
}) => {
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  await page.route(/visits\.confirm/, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.route(
    /visits\.outcome/,
    (route) => route.fulfill({ json: { result: { data: { state: "running", visit: null } } } }),
    { times: 1 },
  );
  await till.redeem();
  await expect(till.basket).toContainText("still working on it");
  await expect(till.receipt).toContainText("Kartika Putri: Iced Coffee");
});

test("a service that fails after the visit was written is asked what it did, until it answers", async ({
  till,
  page,
}) => {
  const failing = { error: { message: "It broke.", code: -32603, data: failure } };
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  await page.route(/visits\.confirm/, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: failing });
  });
  let asked = 0;
  await page.route(/visits\.outcome/, async (route) => {
    if (asked++ > 0) return route.fallback();
    await route.fulfill({ status: 500, json: failing });
  });
  await till.redeem();
  await expect(till.receipt).toContainText("Kartika Putri: Iced Coffee");
  expect(asked).toBe(2);
});

test("an answer that was cut is asked for by its key: unknown, and confirmed again under the same key", async ({
  till,
  page,
}) => {
  const keys = watchConfirmations(page);
  await till.open(111);
  const stamps = await till.stamps("Kartika Putri").innerText();
  await till.option(/Iced Coffee/).click();
  await page.route(/visits\.confirm/, (route) => route.abort("connectionreset"), { times: 1 });
  await till.redeem();
  await expect(till.basket).toContainText("nothing is recorded");
  await expect(till.stamps("Kartika Putri")).toHaveText(stamps);
  await till.redeem();
  await expect(till.receipt).toContainText("Kartika Putri: Iced Coffee");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("a basket that was changed after a cut answer is told what was done", async ({
  till,
  page,
}) => {
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  // cuts the connection of the confirmation; `send` sends the call after the till has asked for its outcome
  let send = async () => {};
  await page.route(
    /visits\.confirm/,
    async (route) => {
      send = async () => {
        await route.fetch();
      };
      await page.evaluate(() => undefined);
      await route.abort("connectionreset").catch(() => undefined);
    },
    { times: 1 },
  );
  await till.redeem();
  await expect(till.basket).toContainText("nothing is recorded");
  await send();
  await till
    .option(/Kaya Bun/)
    .first()
    .click();
  await till.redeem();
  await expect(till.receipt).toContainText("Kartika Putri: Iced Coffee");
  await expect(till.receipt).not.toContainText("Kaya Bun");
});

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("an undo whose answer was cut is pressed again, and shows the new code", async ({
    till,
    page,
    calls,
  }) => {
    const { code } = await calls.issueVoucher(101, 12);
    await till.open();
    await till.scan(code);
    await expect(till.line(code)).toBeVisible();
    await till.redeem();
    await expect(till.receipt).toContainText("Ayu Lestari");
    await page.route(
      /visits\.undo/,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await till.undo();
    await expect(till.receipt.getByRole("alert")).toBeVisible();

    // a scan and Esc before the undo's answer do not hide its result
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/visits\.undo/, async (route) => {
      await held;
      await route.fallback();
    });
    await till.receipt.getByRole("button", { name: "Undo now" }).click();
    await till.scan("M0122");
    await expect(till.field).toHaveValue("");
    await till.receipt.getByRole("button", { name: "Undo now" }).focus();
    await page.keyboard.press("Escape");
    answer();
    await expect(till.result.filter({ hasText: "Canceled." })).toContainText(/New voucher: \w{6}/);
    await till.receipt.getByRole("button", { name: "Next customer" }).click();
    await expect(till.card("Vina Oktavia")).toBeVisible();
  });
});
