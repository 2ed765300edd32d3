import { type DatabaseAddress, nameOf } from "./address.ts";
import type { Chosen } from "./hosts.ts";
import { areBounded } from "./pooler.ts";
import type { Bounds, ServerState } from "./server-state.ts";

/** The way that statements take to a server. */
export type Route = {
  /** The server in use; undefined where the address names none. */
  readonly host: string | undefined;
  readonly hasPooler: boolean;
  /** Whether statements are prepared. */
  readonly prepares: boolean;
  /**
   * What ends a wait for a lock or a long statement: settings sent when the connection starts, the
   * role's own behind a pooler, or settings sent with each transaction behind a pooler.
   */
  readonly boundBy: "connection" | "role" | "transaction";
  /** The bounds that statements have by it, or tighter ones of the role. */
  readonly bounds: Bounds;
};

/** The way to a server in this state; `?prepare=false` says that a pooler stands between. */
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
