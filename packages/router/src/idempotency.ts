import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";

/** A call that carries an `Idempotency-Key`. */
export type KeyedCall = {
  /** The header as it came. */
  readonly key: string;
  /** The procedure's path. */
  readonly operation: string;
  /** As parsed: null for what is absent, so equal calls are equal whatever their form. */
  readonly input: unknown;
  readonly onReplay: () => void;
};

/** What the core is told of a keyed call. Refuses a key that is not 1 to 255 printable characters. */
export function idempotencyOf(
  { secrets }: CoreDeps,
  { key, operation, input, onReplay }: KeyedCall,
): NonNullable<CoreContext["idempotency"]> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Failure({
      code: "invalid",
      field: "idempotency_key",
      message: "1 to 255 printable ASCII characters are expected.",
    });
  const call = `${operation} ${canonical(input)}`;
  return {
    key,
    fingerprint: secrets.fingerprint(call),
    isSame: (kept) => secrets.isFingerprintOf(call, kept),
    onReplay,
  };
}

/** JSON with its keys in order: texts are equal exactly where the values are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}
