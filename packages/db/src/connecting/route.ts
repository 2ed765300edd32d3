import { type DatabaseAddress, nameOf } from "./address.ts";
import type { Chosen } from "./hosts.ts";
import { isSet } from "./pooler.ts";
import type { Bounds, ServerState } from "./server-state.ts";

/** How statements reach a server. */
export type Route = {
  /** The server in use; undefined if the address has no host. */
  readonly host: string | undefined;
  readonly hasPooler: boolean;
  /** Whether statements are prepared. */
  readonly prepares: boolean;
  /**
   * Where the time-outs for locks and long statements and `sessionSettings` are set: when the connection
   * starts, on the role, or with each transaction. `role` and `transaction` are for poolers.
   */
  readonly boundBy: "connection" | "role" | "transaction";
  /** The wanted time-outs. With `role`, the role's own time-outs apply, and may be shorter. */
  readonly bounds: Bounds;
  /** The names of `sessionSettings` that the role, the database or the server has otherwise. */
  readonly differing: ServerState["differing"];
};

/**
 * Returns the route to a server in this state. `?prepare=false` in the address means that there is a pooler.
 */
export function routeTo(
  { hosts: [first], prepare }: DatabaseAddress,
  wanted: Bounds,
  state: ServerState,
  chosen: Chosen | undefined,
): Route {
  const hasPooler = state.hasPooler || prepare === false;
  const host = chosen?.host ?? first;
  return {
    host: host && nameOf(host),
    hasPooler,
    bounds: wanted,
    differing: state.differing,
    prepares: prepare ?? !hasPooler,
    boundBy: !hasPooler ? "connection" : isSet(state, wanted) ? "role" : "transaction",
  };
}
