import { mostOf } from "@stampbook/core/limits";
import { code } from "./fields.ts";
import { Problem, type Reader } from "./reading.ts";

const stringExpected = new Problem("invalid", "A string is expected.");

/** The email address of a customer. */
export const email: Reader<string, string> = {
  described: { type: "string", maxLength: mostOf.email },
  trims: true,
  read: (value) => (typeof value === "string" ? code.read(value) : stringExpected),
};
