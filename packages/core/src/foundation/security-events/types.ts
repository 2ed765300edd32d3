import { type Actor, type SecurityAction, securityActions } from "../audit/index.ts";
import type { Origin } from "../context.ts";

export { type SecurityAction, securityActions };

/** `failed`: a wrong secret, or another error of the sign-in service. `refused`: not allowed. */
export const securityResults = ["done", "failed", "refused"] as const;

export type SecurityResult = (typeof securityResults)[number];

/** An event to record. */
export type SecurityEvent = {
  readonly merchantId: number;
  readonly what: SecurityAction;
  readonly result: SecurityResult;
  /**
   * As stored in the rows: `staff:<id>` or `token:<id>` (`actorOf` in context.ts). Null if the actor is
   * unknown.
   */
  readonly actor: string | null;
  /** The address and user agent of the call; absent for the service's own work. */
  readonly origin?: Pick<Origin, "address" | "userAgent"> | undefined;
  /** The record or procedure concerned: `customer 12`, or a procedure's name. */
  readonly subject?: string | null;
  /** A few facts; never a secret, never personal data of a customer. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
};

/** An event as shown to staff. */
export type SecurityEventSeen = {
  readonly id: number;
  readonly what: SecurityAction;
  readonly result: SecurityResult;
  /** Null if the actor is unknown. */
  readonly actor: Actor | null;
  readonly subject: string | null;
  /** The readable name of the subject, if it has one (`subjectName`). */
  readonly subjectName: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
};
