import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ExtraDataOrNull, extraData } from "./extra-data.ts";
import { optional } from "./reading.ts";

const schema = z.object({ extra_data: optional(extraData) });
const read = (json: string) => schema.safeParse(JSON.parse(json));

function codeOf(json: string) {
  const issue = read(json).error?.issues[0];
  return issue?.code === "custom" ? issue.params?.code : undefined;
}

describe("extra_data", () => {
  it("comes back as it was sent, whatever its keys are", () => {
    const json =
      '{"extra_data":{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x","n":1.5}}';
    const { data } = read(json);
    expect(JSON.stringify(data)).toBe(json);
    expect(JSON.stringify(z.object({ extra_data: ExtraDataOrNull }).parse(data))).toBe(json);
    expect({}).not.toHaveProperty("polluted");
  });

  it("takes 8 levels and not 9", () => {
    const nested = (levels: number) =>
      `{"extra_data":${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels)}`;
    expect(codeOf(nested(8))).toBeUndefined();
    expect(codeOf(nested(9))).toBe("invalid");
    expect(codeOf(`{"extra_data":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}`)).toBe("invalid");
  });

  it("takes 16 KiB and not a byte more, counted as UTF-8", () => {
    const filled = (text: string) => JSON.stringify({ extra_data: { k: text } });
    const room = 16 * 1024 - '{"k":""}'.length;
    expect(codeOf(filled("x".repeat(room)))).toBeUndefined();
    expect(codeOf(filled("x".repeat(room + 1)))).toBe("max_length");
    expect(codeOf(filled("é".repeat(room / 2 + 1)))).toBe("max_length");
  });

  it.each([
    ["a string", '"{}"'],
    ["a list", "[]"],
    ["a number", "1"],
    ["an integer that JSON.parse has changed", '{"n":[9007199254740993]}'],
    ["a number beyond a double", '{"n":1e999}'],
    ["a NUL in a value", '{"a":["\\u0000"]}'],
    ["a NUL in a key", '{"\\u0000":1}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["half a surrogate pair in a key", '{"\\udfff":1}'],
  ])("refuses %s", (_, json) => expect(codeOf(`{"extra_data":${json}}`)).toBe("invalid"));

  it("never changes what it takes", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4, maxKeys: 6 }), (value) => {
        const json = JSON.stringify({ extra_data: value });
        const parsed = read(json);
        if (parsed.success) expect(JSON.stringify(parsed.data)).toBe(json);
      }),
    );
  });
});
