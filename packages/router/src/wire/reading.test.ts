import { describe, expect, it } from "vitest";
import { z } from "zod";
import { claim } from "./bookings/booking.ts";
import { channel } from "./channel.ts";
import { choice } from "./choices.ts";
import { amount, code, flag, id, reference, sixDigits, text } from "./fields.ts";
import { optional, type Reader, required, withDefault } from "./reading.ts";

const type = choice(["email", "sms"]);
const trimming = { amount, channel, claim, code, flag, id, reference, type };

describe.each(Object.entries(trimming))("a parameter of blanks alone, read as %s", (_, reader) => {
  const any = reader as Reader<unknown, unknown>;
  const blank = [" ", "  ", "\t\n", "\u00a0"];

  it("is absent where it may be left out", () => {
    const both = z.object({ a: optional(any), b: withDefault(any, "own") });
    for (const blanks of blank)
      expect(both.parse({ a: blanks, b: blanks })).toEqual({ a: null, b: "own" });
  });

  it("is missing where it must be there", () => {
    for (const blanks of blank)
      expect(required(any).safeParse(blanks).error?.issues).toMatchObject([
        { message: "This field is required.", params: { code: "required" } },
      ]);
  });
});

describe("what is kept as it is", () => {
  it("keeps its blanks", () => {
    expect(optional(text()).parse("  ")).toBe("  ");
    expect(required(text()).parse("  ")).toBe("  ");
    expect(optional(sixDigits).safeParse("      ").error?.issues).toMatchObject([
      { params: { code: "invalid" } },
    ]);
  });
});
