import { expect, test } from "vitest";
import { checkHours, type Hours } from "./opening-hours.rules.ts";

const span = (text: string) => {
  const [from = "", to = ""] = text.split("-");
  return { from, to };
};
const week = (days: Readonly<Record<string, readonly string[]>>): Hours =>
  Object.fromEntries(Object.entries(days).map(([day, texts]) => [day, texts.map(span)]));

test.each<[string, Hours | null]>([
  ["nothing is said", null],
  ["it is closed all week", {}],
  ["a day is closed", week({ 1: [] })],
  ["one span begins as another ends, in any order", week({ 1: ["12:00-18:00", "08:00-12:00"] })],
  ["it is open round the clock", week({ 1: ["00:00-00:00"], 2: ["00:00-00:00"] })],
  ["an evening ends as the next day begins", week({ 1: ["18:00-02:00"], 2: ["02:00-04:00"] })],
  ["Sunday ends as Monday begins", week({ 1: ["03:00-12:00"], 7: ["18:00-03:00"] })],
  ["one span takes a whole day from noon on", week({ 3: ["12:00-12:00"] })],
])("fine: %s", (_, hours) => expect(checkHours(hours)).toBeNull());

test.each<[string, string, Hours]>([
  ["two spans share an hour", "1.1", week({ 1: ["08:00-13:00", "12:00-18:00"] })],
  ["two share a minute", "1.0", week({ 1: ["11:59-18:00", "08:00-12:00"] })],
  ["one lies in another", "2.1", week({ 2: ["08:00-20:00", "12:00-13:00"] })],
  ["two are the same", "5.1", week({ 5: ["08:00-12:00", "08:00-12:00"] })],
  ["an evening runs into the next day", "3.0", week({ 2: ["18:00-04:00"], 3: ["03:00-12:00"] })],
  ["Sunday runs into Monday", "1.0", week({ 1: ["02:00-12:00"], 7: ["18:00-02:01"] })],
  ["a whole day from noon on", "4.0", week({ 3: ["12:00-12:00"], 4: ["11:00-15:00"] })],
])("refused: %s", (_, place, hours) =>
  expect(checkHours(hours)).toMatchObject({
    code: "invalid",
    field: `openingHours.${place}.from`,
    message: "These hours overlap with others.",
  }),
);
