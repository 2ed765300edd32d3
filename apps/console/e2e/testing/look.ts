import type { BrowserContext, Page } from "@playwright/test";

/** The languages and window widths in which tests show a page. */
export const looks = [
  ["en", 1280],
  ["id", 1280],
  ["en", 390],
  ["id", 390],
] as const;

type Locale = (typeof looks)[number][0];

/** Shows the console in a language, in a window of this width. Indonesian is shown in dark colours. */
export async function lookAs(
  { page, context }: { readonly page: Page; readonly context: BrowserContext },
  locale: Locale,
  width: number,
  baseURL = "",
): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
  await page.emulateMedia({ colorScheme: locale === "id" ? "dark" : "light" });
  await context.addCookies([{ name: "stampbook_locale", value: locale, url: baseURL }]);
}

/** Returns the HTML of each element that extends beyond the window's right edge. Empty if the page fits. */
export function spillOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => (element.cloneNode(false) as Element).outerHTML);
  });
}
