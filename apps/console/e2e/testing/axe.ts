import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The tags of axe's rules for WCAG 2.2, levels A and AA. */
export const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules to run, by name or by tag. */
export type AxeRules = NonNullable<RunOptions["runOnly"]>;

/**
 * Returns the page's violations of axe's rules, each with its elements. Skips iframes: the only iframe is a
 * sandbox in which no script runs.
 */
export async function violationsOf(page: Page, rules: AxeRules = wcag): Promise<readonly string[]> {
  // the minified script loads in a third of the time of the package's full script
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const options: RunOptions = {
    runOnly: rules,
    resultTypes: ["violations"],
    iframes: false,
    // by default, axe also parses all stylesheets, for a rule that does not run here
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

/** Returns the ids in `aria-controls` that no element of the page has. */
export const danglingOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[aria-controls]")]
      .map((one) => one.getAttribute("aria-controls") ?? "")
      .filter((id) => !document.getElementById(id)),
  );
