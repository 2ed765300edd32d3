import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import en from "../src/messages/en.json" with { type: "json" };
import id from "../src/messages/id.json" with { type: "json" };
import { readDay } from "../src/ui/form/read-day.ts";
import { readTime } from "../src/ui/form/read-time.ts";
import { withHeads } from "../src/ui/list/csv-words.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const files = globSync("**/*.{ts,tsx}", { cwd: source }).map(
  (path) => [path, readFileSync(`${source}/${path}`, "utf8")] as const,
);

// the browser's own controls speak its language, not the page's, and cannot be styled
test.each([
  ["a field for a date or time", /type="(date|time|datetime-local|month|week)"/],
  [
    "a question in a window of the browser",
    /\b(window\.)?(confirm|alert|prompt)\(["'`]|window\.(confirm|alert|prompt)\b/,
  ],
  ["a form that the browser checks", /<form(?![^>]*noValidate)[^>]*onSubmit/s],
])("D26: no file has %s", (_, pattern) => {
  expect(files.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
});

test("each column of a list has a head", () => {
  expect(files.filter(([, text]) => /head: ""/.test(text)).map(([path]) => path)).toEqual([]);
});

test.each([
  ["2026-11-28", "en", "2026-11-28"],
  ["Nov 28, 2026", "en", "2026-11-28"],
  ["28 november 2026", "en", "2026-11-28"],
  ["11/28/2026", "en", "2026-11-28"],
  ["28/11/2026", "id", "2026-11-28"],
  ["28.11.2026", "id", "2026-11-28"],
  ["28 Agu 2026", "id", "2026-08-28"],
  ["28/11/2026", "en", null],
  ["2026-02-30", "en", null],
  ["Nov 31, 2026", "en", null],
  ["Foo 28, 2026", "en", null],
  ["28/11/26", "id", null],
  ["tomorrow", "en", null],
])("reads the date %s in %s", (text, locale, day) => {
  expect(readDay(text, locale)).toBe(day);
});

test.each([
  ["9", "09:00"],
  ["930", "09:30"],
  ["9.30", "09:30"],
  ["18:10", "18:10"],
  ["9:30 pm", "21:30"],
  ["12 am", "00:00"],
  ["23:59:59", "23:59:59"],
  ["24:00", null],
  ["13 pm", null],
  ["9:75", null],
  ["noon", null],
])("reads the time %s", (text, time) => {
  expect(readTime(text)).toBe(time);
});

test("D27: the heads of a file are in its language", () => {
  expect(withHeads(id, "\uFEFFtime,store,x\r\n1,2,3\r\n")).toBe("\uFEFFWaktu,Toko,x\r\n1,2,3\r\n");
});

test("D27: each column of a file has a word in both languages", () => {
  const router = fileURLToPath(new URL("../../../packages/router/src/staff", import.meta.url));
  const columns = globSync("**/*.ts", { cwd: router })
    .map((path) => readFileSync(`${router}/${path}`, "utf8"))
    .filter((text) => /\b(showCsv|csvOf|listing)\(/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/^ {4,}([a-z_]+): \([^)]*\) =>/gm)].map(([, name]) => name),
    );
  expect(new Set(columns).size).toBeGreaterThan(60);
  for (const { csv } of [en, id])
    expect(columns.filter((name) => name !== undefined && !(name in csv.heads))).toEqual([]);
});
