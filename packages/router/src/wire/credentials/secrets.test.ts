import { expect, it } from "vitest";
import { z } from "zod";
import { required } from "../reading.ts";
import { secretDigits } from "./secrets.ts";

const schema = z.object({ pin: required(secretDigits) });

it("reads six digits into something that says nothing", () => {
  const { pin } = schema.parse({ pin: "012345" });
  expect(pin.reveal()).toBe("012345");
  expect(JSON.stringify({ pin })).not.toContain("012345");
});

it.each([123456, "12345", "1234567", ""])("does not read %j", (pin) => {
  expect(schema.safeParse({ pin }).success).toBe(false);
});
