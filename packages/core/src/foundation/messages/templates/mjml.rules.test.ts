import { describe, expect, test } from "vitest";
import { processorTime } from "../../../testing/processor-time.ts";
import { problemOfMjml, tellComplaints } from "./mjml.rules.ts";

describe("MJML that the compiler would take without a word", () => {
  test.each([
    [
      "what includes a file",
      "<mjml>\n<mj-include path='/etc/passwd'/></mjml>",
      /^line 2: mj-include/,
    ],
    ["however it is written", "< MJ-Include path='x'>", /^line 1: mj-include/],
    ["an element left open", "<mjml>\n<mj-body>\n<mj-text>x", "line 3: <mj-text> is not closed"],
    [
      "one closed by another",
      "<mj-body><mj-text>x</mj-body>",
      "line 1: <mj-text> is closed by </mj-body>",
    ],
    ["what closes nothing", "<mjml/>\n</MJ-text>", "line 2: </mj-text> closes nothing"],
    ["what a comment hides", "<mj-text><!-- </mj-text>", "line 1: <mj-text> is not closed"],
  ])("%s is refused", (_, mjml, problem) => {
    expect(problemOfMjml(mjml)).toMatch(problem);
  });

  test.each([
    "",
    "no element",
    "<mjml><mj-body background-color='#fff'><mj-image alt=\"a > b\" src='/x'/></mj-body></mjml>",
    "<mj-text><p>HTML, and what is <b>not closed<br></mj-text>",
    "<!-- <mj-text> --><MJ-TEXT>x</mj-text>",
    "<mj-spacer />",
  ])("%j is left to the compiler", (mjml) => {
    expect(problemOfMjml(mjml)).toBeNull();
  });

  test("takes no longer for what is made to take long", () => {
    for (const part of ["<mj-a ", '<mj-a "', "<!--", "<mj-a '/", "<mj-a>"]) {
      const mjml = part.repeat(100_000 / part.length);
      expect(processorTime(() => problemOfMjml(mjml))).toBeLessThan(2_000);
    }
  });
});

test("the first complaints are told, and how many more there are", () => {
  const of = (line: number) => ({ line, tagName: "mj-text", message: "Attribute x is illegal " });
  expect(tellComplaints([of(1)])).toBe("line 1, mj-text: Attribute x is illegal");
  expect(tellComplaints([1, 2, 3, 4, 5].map(of))).toMatch(/line 3, [^;]*; 2 more$/);
});
