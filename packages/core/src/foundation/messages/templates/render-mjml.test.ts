import { describe, expect, test } from "vitest";
import { renderMjml } from "./render-mjml.ts";

const mail = (inside: string, head = "") =>
  `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`;

describe("MJML becomes HTML", () => {
  test("with its placeholders, and without another host's fonts", async () => {
    const compiled = await renderMjml(
      mail(
        '<mj-text>Hello {{customer_name}}</mj-text><mj-button href="https://shop.example/{{otp}}">Go</mj-button>',
      ),
    );
    expect(compiled).toEqual({ html: expect.stringContaining("Hello {{customer_name}}") });
    expect(compiled).toEqual({
      html: expect.stringContaining('href="https://shop.example/{{otp}}"'),
    });
    expect(compiled).toEqual({ html: expect.not.stringContaining("googleapis") });
  });

  test("reads no file: an include is not looked at", async () => {
    for (const type of ["html", "css", "mjml"])
      expect(
        await renderMjml(
          mail(`<mj-include path="./types.ts" type="${type}"/><mj-text>x</mj-text>`),
        ),
      ).toEqual({ html: expect.not.stringContaining("MessageTemplate") });
  });
});

describe("MJML is refused", () => {
  const none = "it is no <mjml> with an <mj-body> in it";
  test.each([
    ["text", "hello", none],
    ["HTML", "<p>hello</p>", "line 1, p: Element p doesn't exist or is not registered"],
    ["nothing in it", "<mjml></mjml>", none],
    [
      "an unknown element",
      mail("<mj-txt/>"),
      "line 1, mj-txt: Element mj-txt doesn't exist or is not registered",
    ],
    [
      "an unknown attribute",
      mail('\n<mj-text colour="red">x</mj-text>'),
      "line 2, mj-text: Attribute colour is illegal",
    ],
    [
      "a value of another kind",
      mail('<mj-text color="reddish">x</mj-text>'),
      "line 1, mj-text: Attribute color has invalid value: reddish for type Color",
    ],
    ["too deep", mail("<mj-wrapper>".repeat(20_000)), "its elements lie too deep in each other"],
    [
      "too much HTML",
      mail("<mj-text>x</mj-text>".repeat(3_000)),
      "it becomes too much HTML for a mail",
    ],
  ])("%s", async (_, mjml, problem) => {
    expect(await renderMjml(mjml)).toEqual({ problem });
  });

  test("an element in the wrong place", async () => {
    expect(await renderMjml("<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>")).toEqual({
      problem: expect.stringMatching(/^line 1, mj-text: mj-text cannot be used inside mj-body/),
    });
  });
});
