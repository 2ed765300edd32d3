import type { Page } from "@playwright/test";
import { type AxeRules, violationsOf, wcag } from "../testing/axe.ts";
import { callsOf } from "../testing/calls.ts";
import { deskPages } from "../testing/desk-pages.ts";
import { faintFieldsOf, spillOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, inThreeDays, phone, test } from "../testing/test.ts";
import { follow } from "../testing/visit.ts";

/**
 * Expected errors: a refused read, and the script of `watchPolicy`, which the sandbox of a mail's preview
 * blocks.
 */
const isExpected =
  /^(Failed to load resource: the server responded|Blocked script execution in 'about:srcdoc')/;
const outside = ["/sign-in", "/reset-password", "/invitation#secret=none", "/booking#none"];

// creates data for the pages: a redemption, a refusal, a booking, codes
test.beforeAll(async ({ playwright, baseURL }) => {
  const storageState = sessionOf("manager");
  const manager = await playwright.request.newContext({ storageState, baseURL: baseURL ?? "" });
  const calls = callsOf(manager, baseURL);
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await calls.book({ store: 32, date: inThreeDays, time: "10:00" });
  await calls.generateCodes(12, 20);
  await manager.dispose();
});

async function check(page: Page, path: string, rules: AxeRules, errors: string[]) {
  await settled(page);
  const found = await violationsOf(page, rules);
  expect.soft(found.map((violation) => `${path}: ${violation}`)).toEqual([]);
  expect.soft((await faintFieldsOf(page)).map((field) => `${path}: ${field}`)).toEqual([]);
  const window = page.viewportSize();
  await page.setViewportSize(phone);
  expect.soft((await spillOf(page)).map((element) => `${path}: ${element}`)).toEqual([]);
  if (window) await page.setViewportSize(window);
  // M11: no page violates its Content-Security-Policy, or logs an error that `isExpected` does not match
  expect.soft(errors.splice(0).map((error) => `${path}: ${error}`)).toEqual([]);
}

/**
 * The rules whose result depends on colors, on the language, or on the length of texts. All other rules
 * check elements, roles and attributes, which are the same in every look.
 */
const rulesOfLook = [
  ...["color-contrast", "link-in-text-block"],
  ...["html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "valid-lang"],
  // rules about accessible names and titles
  ...["area-alt", "image-alt", "input-image-alt", "object-alt", "role-img-alt", "svg-img-alt"],
  ...["aria-command-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name"],
  ...[
    "aria-tab-name",
    "aria-toggle-field-name",
    "aria-tooltip-name",
    "button-name",
    "document-title",
  ],
  ...[
    "form-field-multiple-labels",
    "frame-title",
    "frame-title-unique",
    "input-button-name",
    "label",
  ],
  ...["label-content-name-mismatch", "link-name", "select-name", "summary-name"],
  // rules about scrolling and the sizes of targets
  ...["scrollable-region-focusable", "target-size"],
];

/** Loads a page whole. */
const load = (page: Page, path: string) => page.goto(path);

// The first look follows links, which takes a third of the time. The second loads each page whole, so that
// the server's part of each page is tested too.
const looks = [
  { scheme: "light", language: "en", rules: wcag, open: follow, tag: ["@job"] },
  { scheme: "dark", language: "id", rules: rulesOfLook, open: load, tag: [] },
] as const;

for (const { scheme, language, rules, open, tag } of looks)
  test.describe(`${scheme}, ${language}`, { tag: [...tag] }, () => {
    test.use({ colorScheme: scheme, storageState: sessionOf("owner") });

    test("M11: axe finds nothing, nothing is wider than a phone, and no policy is violated", async ({
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
      await page.goto("/settings/account");
      await settled(page);
      for (const path of deskPages) {
        await open(page, path);
        await check(page, path, rules, errors);
      }
      // leaves the open page, which would redirect to the sign-in once its session is gone
      await page.goto("about:blank");
      await context.clearCookies({ name: /session/ });
      for (const path of outside) {
        await page.goto(path);
        await check(page, path, rules, errors);
      }
    });
  });
