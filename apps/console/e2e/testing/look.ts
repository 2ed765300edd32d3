import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/**
 * The languages and window widths in which tests show a page: each once, because texts do not depend on the
 * width. Indonesian is on the phone, because its words are the longer ones.
 */
export const looks = [
  ["en", 1280],
  ["id", 390],
] as const;

type Locale = (typeof looks)[number][0];

/** The tags of a journey in a look: `npm test` runs it in the first look only. */
export const tagsOf = (locale: Locale, width: number): string[] =>
  locale === "en" && width === 1280 ? ["@job"] : [];

/**
 * Shows the console in a language, in a window of this width. Indonesian is shown in dark colors, so that
 * the tests see both color schemes without more runs.
 */
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

/**
 * Returns the HTML of each enabled text field whose border has a contrast below 3:1 on the background around
 * it (WCAG 2.2, 1.4.11). Leaves out fields without a border of their own.
 */
export function faintFieldsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const channelsOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const isClear = (color: string) => channelsOf(color)[3] === 0;
    /** The relative luminance of a color without transparency. */
    const luminanceOf = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channelsOf(color)
        .map((channel) => channel / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgroundAround = (element: Element): string => {
      const { parentElement: parent } = element;
      if (!parent) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(parent);
      return isClear(backgroundColor) ? backgroundAround(parent) : backgroundColor;
    };
    const fields = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";
    return [...document.querySelectorAll(fields)]
      .filter((field) => field.matches(":enabled") && field.checkVisibility())
      .filter((field) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(field);
        if (borderTopWidth === "0px" || isClear(borderTopColor)) return false;
        const [dark = 0, bright = 0] = [borderTopColor, backgroundAround(field)]
          .map(luminanceOf)
          .sort((one, other) => one - other);
        return (bright + 0.05) / (dark + 0.05) < 3;
      })
      .map((field) => (field.cloneNode(false) as Element).outerHTML);
  });
}

/** The papers on which receipts are printed: rolls of 58 and 80 mm, and A4. */
const papers = [
  { width: "58mm", height: "150mm" },
  { width: "80mm", height: "200mm" },
  { width: "210mm", height: "297mm" },
];

/** Expects that the browser prints the receipt on the page, and nothing else, on one page of each paper. */
export async function expectOnePage(page: Page): Promise<void> {
  for (const paper of papers) {
    const pdf = await page.pdf(paper);
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages, `pages of ${paper.width} by ${paper.height}`).toHaveLength(1);
  }
}
