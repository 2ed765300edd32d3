import { Failure, movedRule } from "@stampbook/core/failures";
import { isOverload } from "@stampbook/db";
import { shownFailure } from "@stampbook/router";
import type { TRPCError } from "@trpc/server";

/**
 * Why a call was refused, or given up, although nothing is wrong with it:
 * - `full`, `share`, `slow`: the process, or its merchant, has too many calls in work, or calls of its
 *   operation wait for the database (`running/admission.ts`);
 * - `queue`: too many secrets are being checked, too many writes or bodies wait, or it lost a race too often;
 * - `rate`: its token calls too often;
 * - `deadline`: it took too long;
 * - `pool`: it got no connection to the database in time;
 * - `lock_timeout`, `statement_timeout`: the database ended its statement;
 * - `moved`: its merchant is moved to another installation, or is being moved;
 * - `database`: the database does not answer, or accepts no writes.
 */
export type Refused =
  | "full"
  | "share"
  | "slow"
  | "queue"
  | "rate"
  | "deadline"
  | "pool"
  | "lock_timeout"
  | "statement_timeout"
  | "moved"
  | "database";

/** Codes of the database and its pool that have a reason of their own. */
const reasons: Readonly<Record<string, Refused>> = {
  DATABASE_BUSY: "pool",
  SB002: "moved",
  "55P03": "lock_timeout",
  "57014": "statement_timeout",
};

/** Why an error refuses its call, whatever the call asks for; undefined if the call itself is refused. */
export function refusedBy(error: TRPCError): Refused | undefined {
  if (error.code === "TOO_MANY_REQUESTS") return shownFailure(error) ? undefined : "rate";
  if (error.code !== "SERVICE_UNAVAILABLE") return undefined;
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) {
    if (at instanceof Failure) return at.refusal.rule === movedRule ? "moved" : "queue";
    const reason = "code" in at ? reasons[String(at.code)] : undefined;
    if (reason) return reason;
  }
  return isOverload(error) ? "database" : "queue";
}
