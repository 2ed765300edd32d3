import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { groupsOfPages } from "../scripts/words/groups-of-pages.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** Writes the source of a small console, and returns its folder. */
function consoleOf(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), "stampbook-words-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

const frame = {
  "messages/en.json": JSON.stringify({ a: {}, b: {}, c: {}, d: {}, e: {}, refusals: {} }),
  "app/layout.tsx": `import { Top } from "../top.tsx";`,
  "top.tsx": `const t = useTranslations("a");`,
};

test("a page has the groups of what it imports, also later, and not those of its layouts", () => {
  const found = groupsOfPages(
    consoleOf({
      ...frame,
      "app/page.tsx": `import { List } from "../list.tsx";`,
      "list.tsx": `import type { No } from "./no.tsx";
import {
  Refusal,
} from "./refusal.tsx";
const Later = later(() => import("./later.tsx"));
const t = useTranslations("a");
const words = useCsvWords(({ c: { d } }) => ({ d }));`,
      "later.tsx": `const t = useTranslations("b");`,
      "no.tsx": `const t = useTranslations("e");`,
      "refusal.tsx": `const t = useTranslations(); t("refusals." + code)`,
    }),
  );
  expect(found).toEqual({ layout: ["a"], "": ["b", "c", "refusals"] });
});

test("each text that a file asks for is in a group that its name tells", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: source });
  const calls = files.flatMap((file) =>
    [
      ...readFileSync(join(source, file), "utf8").matchAll(/useTranslations(?:<never>)?\(([^)]*)/g),
    ].map(([, of = ""]) => [file, of.trim()] as const),
  );
  expect(calls.length).toBeGreaterThan(150);
  expect(calls.filter(([, of]) => of !== "" && !/^"[\w.]+",?$/.test(of))).toEqual([]);
});

test("every page and layout wraps what it shows in its own texts", () => {
  const places = Object.keys(groupsOfPages(source)).filter((place) => place !== "layout");
  const uses = globSync("**/*.{ts,tsx}", { cwd: source })
    .map((file) => readFileSync(join(source, file), "utf8"))
    .flatMap((text) => [...text.matchAll(/<PageWords of="([^"]+)"|recordPage\("\w+", "([^"]+)"/g)])
    .map(([, page, record]) => page ?? record);
  // the first and the last only redirect, and the other is wrapped by `DeskPage`
  const silent = ["", "[...path]", "(desk)/catalogue"];
  expect(places.filter((place) => !uses.includes(place) && !silent.includes(place))).toEqual([]);
});
