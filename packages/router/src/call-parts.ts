import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { readStoreRef } from "@stampbook/core/merchants";
import { idempotencyOf } from "./idempotency.ts";
import type { OperationMeta } from "./meta.ts";
import { isObject } from "./wire/sent.ts";

/** The parts of a call that replays need. */
type Keyed = {
  readonly core: CoreDeps;
  readonly idempotencyKey: string | undefined;
  readonly onReplay: () => void;
};

/** The part of the core's context for replays. Has the request's key if the operation is idempotent. */
export function keyOf(
  { core, idempotencyKey: key, onReplay }: Keyed,
  meta: OperationMeta | undefined,
  path: string,
  input: unknown,
): Pick<CoreContext, "onReplay" | "idempotency"> {
  if (!meta?.idempotent || key === undefined) return { onReplay };
  return { onReplay, idempotency: idempotencyOf(core, { key, operation: path, input, onReplay }) };
}

/** The store that an operation's input names, as a part of the core's context. */
export function storeIn(input: unknown): Pick<CoreContext, "store"> {
  const store = isObject(input) ? input.store : null;
  if (typeof store !== "string" && typeof store !== "number") return {};
  const { storeId, storeCode } = readStoreRef(store);
  return { store: String(storeId ?? storeCode) };
}
