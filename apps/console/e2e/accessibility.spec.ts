import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/calls.ts";
import { deskPages } from "./testing/desk-pages.ts";
import { sessionOf } from "./testing/session.ts";
import { settled } from "./testing/settled.ts";
import { expect, inThreeDays, test } from "./testing/test.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** A refused read; and our own watch of policies, which a mail's preview in its sandbox does not run. */
const isExpected =
  /^(Failed to load resource: the server responded|Blocked script execution in 'about:srcdoc')/;
const outside = ["/sign-in", "/reset-password", "/invitation#secret=none"];

// something on each page: a redemption, a refusal, a booking, codes
test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({
    storageState: sessionOf("manager"),
    ...(baseURL ? { baseURL } : {}),
  });
  const calls = callsOf(page, baseURL);
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await calls.book({ store: 32, date: inThreeDays, time: "10:00" });
  await calls.generateCodes(12, 20);
  await page.close();
});

async function check(page: Page, path: string, errors: string[]) {
  await page.goto(path);
  await settled(page);
  // in a sandboxed frame no script runs, and axe's own would wait for itself there; no page has other
  // frames, for which axe would open a page of its own each time without its legacy mode
  const axe = new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ["violations"] })
    .exclude("iframe[sandbox]")
    .setLegacyMode();
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${path}: ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
  );
  expect.soft(found).toEqual([]);
  // M11: nothing that a page does is against its policy, or fails in another way than by a refusal
  expect.soft(errors.splice(0).map((error) => `${path}: ${error}`)).toEqual([]);
}

// contrast goes by the scheme and names go by the language: each of both is looked at once
const looks = [
  ["light", "en"],
  ["dark", "id"],
] as const;

for (const [scheme, language] of looks)
  test.describe(`${scheme}, ${language}`, () => {
    test.use({ colorScheme: scheme, storageState: sessionOf("owner") });

    test("M11: axe finds nothing, and the policy of no page is violated", async ({
      page,
      context,
      baseURL,
    }) => {
      test.setTimeout(900_000);
      const errors: string[] = [];
      page.on("console", (line) => {
        if (line.type() === "error" && !isExpected.test(line.text())) errors.push(line.text());
      });
      page.on("pageerror", (error) => errors.push(error.message));
      await context.addCookies([{ name: "stampbook_locale", value: language, url: baseURL ?? "" }]);
      for (const path of deskPages) await check(page, path, errors);
      await context.clearCookies({ name: /session/ });
      for (const path of outside) await check(page, path, errors);
    });
  });
