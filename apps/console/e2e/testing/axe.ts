import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What WCAG 2.2 requires on levels A and AA. */
export const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules to run, by name or by tag. */
export type AxeRules = NonNullable<RunOptions["runOnly"]>;

/**
 * The page's violations of axe's rules, each with its elements. Frames are left out: the only one is a
 * sandbox in which no script runs.
 */
export async function violationsOf(page: Page, rules: AxeRules = wcag): Promise<readonly string[]> {
  // the minified script is sent and compiled in a third of the time of the package's own copy
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const options: RunOptions = {
    runOnly: rules,
    resultTypes: ["violations"],
    iframes: false,
    // otherwise axe parses all stylesheets again, for a rule that is not run
    preload: { assets: ["media"] },
  };
  const { violations } = await page.evaluate(
    (given) =>
      (
        window as typeof window & { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
      ).axe.run(given),
    options,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
  );
}

/** The ids in `aria-controls` that no element of the page has. */
export const danglingOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[aria-controls]")]
      .map((one) => one.getAttribute("aria-controls") ?? "")
      .filter((id) => !document.getElementById(id)),
  );
