import { type DatabaseAddress, nameOf } from "./address.ts";
import type { Chosen } from "./hosts.ts";
import { areBounded } from "./pooler.ts";
import type { Bounds, ServerState } from "./server-state.ts";

/** How statements reach a server. */
export type Route = {
  /** The server in use; undefined if the address names none. */
  readonly host: string | undefined;
  readonly hasPooler: boolean;
  /** Whether statements are prepared. */
  readonly prepares: boolean;
  /**
   * Where the time-outs for locks and long statements are set: when the connection starts, on the role
   * (behind a pooler), or with each transaction (behind a pooler).
   */
  readonly boundBy: "connection" | "role" | "transaction";
  /** The time-outs that statements then have, or the role's tighter ones. */
  readonly bounds: Bounds;
};

/** How to reach a server in this state; `?prepare=false` says that there is a pooler. */
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
    prepares: prepare ?? !hasPooler,
    boundBy: !hasPooler ? "connection" : areBounded(state.bounds, wanted) ? "role" : "transaction",
  };
}
