import type { Page } from "@playwright/test";

const MARK = "securitypolicyviolation: ";

/** Returns a list to which each violation of a page's Content-Security-Policy is added. */
export async function watchPolicy(page: Page): Promise<readonly string[]> {
  const violations: string[] = [];
  page.on("console", (line) => {
    if (line.text().startsWith(MARK)) violations.push(line.text().slice(MARK.length));
  });
  await page.addInitScript((mark) => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`${mark}${event.effectiveDirective} ${event.blockedURI} ${event.documentURI}`),
    );
  }, MARK);
  return violations;
}
