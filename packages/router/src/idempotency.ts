import { hash } from "node:crypto";
import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { codeKeyOf } from "@stampbook/core/merchants";

/** A call that carries an `Idempotency-Key`. */
export type KeyedCall = {
  /** The header as it came. */
  readonly key: string;
  /** The procedure's path. */
  readonly operation: string;
  /** As parsed: null for what is absent, and values of one kind for a number or its string. */
  readonly input: unknown;
  readonly onReplay: () => void;
  /** Scope of an anonymous call's idempotency key, so that callers cannot use each other's keys. */
  readonly of?: string;
};

/** What the core is told of a keyed call. Refuses a key that is not 1 to 255 printable characters. */
export function idempotencyOf(
  { secrets }: CoreDeps,
  { key, operation, input, onReplay, of }: KeyedCall,
): NonNullable<CoreContext["idempotency"]> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Failure({
      code: "invalid",
      field: "idempotency_key",
      message: "1 to 255 printable ASCII characters are expected.",
    });
  const call = `${operation} ${canonical(alike(input))}`;
  return {
    key: of === undefined ? key : hash("sha256", `${of} ${key}`),
    fingerprint: secrets.fingerprint(call),
    isSame: (kept) => secrets.isFingerprintOf(call, kept),
    onReplay,
  };
}

const emailKeyOf = (user: string) => (user.includes("@") ? user.toLowerCase() : user);

/** What a number or a text may name, as it is looked up: what means the same is written alike. */
const keysOf: Readonly<Record<string, (named: string) => string>> = {
  user: emailKeyOf,
  identifier: emailKeyOf,
  store: codeKeyOf,
  code: codeKeyOf,
  promo_code: codeKeyOf,
  voucher_code: codeKeyOf,
};

/**
 * The input with its names written alike: 31 and "31", capitals and small letters where they do not
 * count. The caller's own data stays as it is.
 */
export function alike(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      const keyOf = Object.hasOwn(keysOf, field) ? keysOf[field] : undefined;
      if (keyOf && ["string", "number"].includes(typeof value))
        return [field, keyOf(String(value))];
      return [field, field === "rewards" && Array.isArray(value) ? value.map(alike) : value];
    }),
  );
}

/** JSON with its keys in order: texts are equal exactly where the values are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}
