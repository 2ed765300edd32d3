import type { Page } from "@playwright/test";

type Answer = { readonly result?: { readonly data: object } };
type Input = Readonly<Record<string, unknown>>;

/** Answers one procedure with an error 500, and forwards the other procedures of its batch. */
export function failRead(page: Page, procedure: string): Promise<void> {
  const error = {
    message: "It broke.",
    code: -32603,
    data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, path: procedure },
  };
  return answerRead(page, procedure, { error });
}

/** Answers `staff.waysIn` as a service without mail would. */
export function withoutMail(page: Page): Promise<void> {
  return answerRead(page, "staff.waysIn", { result: { data: { hasMail: false } } });
}

/** Reads a list with `limit` rows a page, so that a few rows are as many pages as thousands would be. */
export async function shortPages(page: Page, procedure: string, limit: number): Promise<void> {
  await page.route(
    (url) => namesIn(url).includes(procedure),
    (route) => {
      const url = new URL(route.request().url());
      const names = namesIn(url);
      const input: Record<string, object> = JSON.parse(url.searchParams.get("input") ?? "{}");
      // only the input of a batch has the calls' numbers
      const isBatch = url.searchParams.has("batch");
      const shorter = isBatch
        ? names.map((name, at) => (name === procedure ? { ...input[at], limit } : input[at]))
        : { ...input, limit };
      url.searchParams.set("input", JSON.stringify(isBatch ? { ...shorter } : shorter));
      return route.continue({ url: url.href });
    },
  );
}

function answerRead(page: Page, procedure: string, instead: object): Promise<void> {
  return changeRead(page, procedure, () => instead);
}

/** Changes the answers of one procedure, and forwards the other answers of its batch. */
export async function changeRead(
  page: Page,
  procedure: string,
  change: (answer: Answer, input: Input) => object,
): Promise<void> {
  await page.route(
    (url) => namesIn(url).includes(procedure),
    async (route) => {
      const response = await route.fetch();
      const url = new URL(route.request().url());
      const names = namesIn(url);
      const input = JSON.parse(url.searchParams.get("input") ?? "{}");
      const answers: Answer | Answer[] = await response.json();
      // a single query has one answer, not a list
      const json = Array.isArray(answers)
        ? answers.map((answer, at) =>
            names[at] === procedure ? change(answer, input[at] ?? {}) : answer,
          )
        : change(answers, input);
      await route.fulfill({ response, json });
    },
  );
}

function namesIn({ pathname }: URL): readonly string[] {
  return pathname.startsWith("/trpc/") ? pathname.slice("/trpc/".length).split(",") : [];
}
