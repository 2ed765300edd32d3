import { expect, it } from "vitest";
import { cell } from "./csv.rules.ts";
import { showCsv } from "./csv.ts";

it.each([
  ["plain", "plain"],
  ["", ""],
  [null, ""],
  [5, "5"],
  [-5, "-5"],
  ["-12.50", "-12.50"],
  ["0812", "0812"],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ["+62812", "'+62812"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["|calc", "'|calc"],
  ["\t=1", `"'\t=1"`],
  ["\r\n=1", `"'\r\n=1"`],
  ["  =1", "'  =1"],
  ["\u200b=1", "'\u200b=1"],
  ["＝1", "'＝1"],
  ["a,b", '"a,b"'],
  ["a;b", '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  [true, "true"],
])("writes %j as %j", (value, written) => {
  expect(cell(value)).toBe(written);
});

it("begins the first page with the headings, and every page goes on from there", () => {
  const page = { items: [{ a: 1, b: "=x" }], next: { key: "k", id: 7 } };
  const columns = { id: (row: { a: number }) => row.a, name: (row: { b: string }) => row.b };
  const first = showCsv(page, true, columns);
  expect(first.text).toBe("id,name\r\n1,'=x\r\n");
  expect(first.nextCursor).toEqual(expect.any(String));
  expect(showCsv({ ...page, next: null }, false, columns)).toEqual({
    text: "1,'=x\r\n",
    nextCursor: null,
  });
});
