import { expect, test } from "vitest";
import { readBookingSearch } from "./booking-search.rules.ts";

test.each([
  ["12", { id: 12, phone: null, words: null }],
  ["#1234", { id: 1234, phone: null, words: null }],
  ["7890", { id: 7890, phone: "7890", words: "7890" }],
  ["3456 7891", { id: null, phone: "34567891", words: "3456 7891" }],
  ["+62 812-3456-7890", { id: null, phone: "34567890", words: "+62 812-3456-7890" }],
  ["0812.3456.7890", { id: null, phone: "34567890", words: "0812.3456.7890" }],
  [" Ayu ", { id: null, phone: null, words: "Ayu" }],
  ["M0111", { id: null, phone: null, words: "M0111" }],
  ["a", { id: null, phone: null, words: null }],
  ["-", { id: null, phone: null, words: null }],
  ["", { id: null, phone: null, words: null }],
])("%j is read as what it may mean", (text, search) => {
  expect(readBookingSearch(text)).toEqual(search);
});
