import { expect, it } from "vitest";
import { cell, writeCsv } from "./csv.ts";
import { sayWith } from "./csv-words.rules.ts";

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
  ["+62812+1", "'+62812+1"],
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

const words = { "status.Canceled": "Dibatalkan", "by.token": "Token API", "stores.every": "Semua" };
const stores = [{ id: 9, name: "Losari", timezone: "Asia/Makassar" }];
const say = sayWith({ words, timezone: "Asia/Jakarta", stores });

it("begins a file with the byte order mark and the headings, and goes on without", () => {
  const columns = { id: (row: { a: number }) => row.a, name: (row: { b: string }) => row.b };
  const items = [{ a: 1, b: "=x" }];
  expect(writeCsv(items, true, columns, say)).toBe("\uFEFFid,name\r\n1,'=x\r\n");
  expect(writeCsv(items, false, columns, say)).toBe("1,'=x\r\n");
});

it("tells times by the clock of the store, else of the merchant", () => {
  const at = "2026-11-21T17:18:32.615+00:00";
  expect(say.time(at, 9)).toBe("2026-11-22 01:18:32");
  expect(say.zone(9)).toBe("Asia/Makassar");
  expect(say.time(at)).toBe("2026-11-22 00:18:32");
  expect(say.time(at, 10)).toBe("2026-11-22 00:18:32");
  expect(say.zone(null)).toBe("Asia/Jakarta");
  expect(say.time(null)).toBe(null);
});

it("says codes in the words that were sent, and those without one as they are", () => {
  expect(say.word("status", "Canceled")).toBe("Dibatalkan");
  expect(say.word("status", "Created")).toBe("Created");
  expect(say.word("status", "constructor")).toBe("constructor");
  expect(say.word("is", true)).toBe("true");
  expect(say.word("status", null)).toBe(null);
  expect(say.who({ kind: "token", id: "7", name: null })).toBe("Token API");
  expect(say.who({ kind: "staff", id: "x", name: null })).toBe("staff:x");
  expect(say.who({ kind: "staff", id: "x", name: "Sari" })).toBe("Sari");
  expect(say.stores([9, 10])).toBe("Losari, #10");
  expect(say.stores([])).toBe("Semua");
});

it("D2: a mobile number is no formula, so that a file of them can be read again", () => {
  expect(["+12125550188", "+1", "+1234567890123456", "+A1"].map((text) => cell(text))).toEqual([
    ...["+12125550188", "+1", "'+1234567890123456", "'+A1"],
  ]);
});
