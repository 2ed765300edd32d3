import { mostOf } from "@stampbook/core/limits";
import { isStorable } from "@stampbook/core/storable";
import { z } from "zod";
import { Problem, type Reader } from "./reading.ts";

/** Any JSON object. */
export type ExtraData = { readonly [key: string]: unknown };

const { bytes: MOST_BYTES, depth: DEEPEST } = mostOf.extraData;

const objectExpected = new Problem("invalid", "A JSON object is expected.");
const tooDeep = new Problem("invalid", `At most ${DEEPEST} levels of nesting are allowed.`);
const tooLong = new Problem("max_length", `At most ${MOST_BYTES / 1024} KiB are allowed.`);
const unsafeNumber = new Problem(
  "invalid",
  "Numbers that JSON cannot carry exactly are not allowed. Send them as strings.",
);
const unstorable = new Problem(
  "invalid",
  "NUL characters and halves of surrogate pairs are not allowed.",
);

/** The caller's own data, returned unchanged: an object of at most 16 KiB, 8 levels deep. */
export const extraData: Reader<ExtraData, ExtraData> = {
  described: {
    id: "ExtraData",
    type: "object",
    additionalProperties: true,
    description: `Your own data, which is kept with it: a JSON object of at most ${MOST_BYTES / 1024} KiB.`,
  },
  read: (value) => {
    if (!isObject(value) || Array.isArray(value)) return objectExpected;
    return readJson(value);
  },
};

/** Any JSON value, returned unchanged: at most 16 KiB, 8 levels deep. */
export const anyJson: Reader<unknown, unknown> = {
  described: {
    id: "AnyExtraData",
    description: `Your own data, which is kept with it: any JSON of at most ${MOST_BYTES / 1024} KiB.`,
  },
  read: readJson,
};

function readJson<Value>(value: Value): Value | Problem {
  const problem = findProblem(value, 1);
  if (problem) return problem;
  return new TextEncoder().encode(JSON.stringify(value)).length > MOST_BYTES ? tooLong : value;
}

/** Checks only own keys and copies nothing, so a `__proto__` among them stays an ordinary key. */
function findProblem(value: unknown, depth: number): Problem | null {
  if (typeof value === "string") return isStorable(value) ? null : unstorable;
  if (typeof value === "number") return isExact(value) ? null : unsafeNumber;
  if (!isObject(value)) return null;
  if (depth > DEEPEST) return tooDeep;
  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return unstorable;
    const problem = findProblem(value[key], depth + 1);
    if (problem) return problem;
  }
  return null;
}

function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function isObject(value: unknown): value is ExtraData {
  return typeof value === "object" && value !== null;
}

/** The caller's own data in responses. The object is passed on unchanged, so every key stays the same. */
export const ExtraDataShown = z.custom<ExtraData>(isObject).meta({ type: "object" });

/** The request's `extra_data`, or null. */
export const ExtraDataOrNull = z
  .custom<ExtraData | null>((value) => value === null || isObject(value))
  .meta({ type: ["object", "null"] });
