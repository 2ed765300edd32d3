import { hash } from "node:crypto";
import { canonical } from "@stampbook/core/canonical";
import { codeKeyOf, emailKeyOf, memberIdKey } from "@stampbook/core/comparing";
import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { code } from "./wire/fields.ts";
import { Problem, type Reader } from "./wire/reading.ts";

/** A call that carries an `Idempotency-Key`. */
export type KeyedCall = {
  /** The header as received. */
  readonly key: string;
  /** The procedure's path. */
  readonly operation: string;
  /** The parsed input, in which absent values are null. */
  readonly input: unknown;
  readonly onReplay: () => void;
  /**
   * The client's address, set for anonymous calls only. The address is part of their key, so that callers
   * cannot use each other's keys.
   */
  readonly of?: string;
};

const keyExpected = "1 to 255 printable ASCII characters are expected.";
const isKey = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text);
const problem = new Problem("invalid", keyExpected);

/** The `Idempotency-Key` of an earlier call, as a parameter. */
export const idempotencyKey: Reader<string, number | string> = {
  ...code,
  read: (value) => {
    const text = code.read(value);
    return typeof text !== "string" || isKey(text) ? text : problem;
  },
};

/**
 * Converts the call's key to the core's form. Throws `invalid` unless it is 1 to 255 printable characters.
 */
export function idempotencyOf(
  { secrets }: CoreDeps,
  { key, operation, input, onReplay, of }: KeyedCall,
): NonNullable<CoreContext["idempotency"]> {
  if (!isKey(key))
    throw new Failure({
      code: "invalid",
      field: "idempotency_key",
      message: keyExpected,
    });
  const call = `${operation} ${canonical(alike(input))}`;
  return {
    key: of === undefined ? key : hash("sha256", `${of} ${key}`),
    fingerprint: secrets.fingerprint(call),
    isSame: (kept) => secrets.isFingerprintOf(call, kept),
    onReplay,
  };
}

/** Throws `required` for a call whose repeat would have another effect, unless it has a key. */
export function requireKey({ idempotency }: CoreContext): void {
  if (!idempotency)
    throw new Failure({
      code: "required",
      field: "idempotency_key",
      message:
        "This call needs an Idempotency-Key: sent twice without one, it would be done twice.",
    });
}

const customerKeyOf = (user: string) => (user.includes("@") ? emailKeyOf(user) : memberIdKey(user));

/** The `id` of a member in `members.change`. Digits become a number, as in every other operation's `id`. */
const memberKeyOf = (id: string) =>
  /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : customerKeyOf(id);

/**
 * Functions that normalize a field's value as look-ups do, so that values with the same meaning are equal.
 */
const keysOf: Readonly<Record<string, (named: string) => string>> = {
  user: customerKeyOf,
  identifier: customerKeyOf,
  store: codeKeyOf,
  code: codeKeyOf,
  email: emailKeyOf,
  reward_by_code: codeKeyOf,
  promo_code: codeKeyOf,
  voucher_code: codeKeyOf,
};

/** Fields in which a number is an id, and a string a code. */
const namesById = ["reward", "voucher"];

/** Lists of things to redeem. */
const lists = ["rewards", "reward_redemptions", "voucher_redemptions", "promo_code_redemptions"];

/**
 * The input with normalized values: 31 equals "31", and letter case is ignored where look-ups ignore it. All
 * other fields, such as `extra_data`, stay unchanged.
 */
export function alike(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      const keyOf = Object.hasOwn(keysOf, field) ? keysOf[field] : undefined;
      if (keyOf && ["string", "number"].includes(typeof value))
        return [field, keyOf(String(value))];
      if (namesById.includes(field) && typeof value === "string") return [field, codeKeyOf(value)];
      if (field === "id" && typeof value === "string") return [field, memberKeyOf(value)];
      return [field, lists.includes(field) && Array.isArray(value) ? value.map(alike) : value];
    }),
  );
}
