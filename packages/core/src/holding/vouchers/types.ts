import type { Actor } from "../../foundation/audit/index.ts";

/** A voucher with the fields of its template. Amounts are decimals with two places, days `YYYY-MM-DD`. */
export type Voucher = {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly isActive: boolean;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly value: string | null;
  /** The remaining dynamic value; null if the value is not dynamic. */
  readonly remainingValue: string | null;
  readonly pictureUrl: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly instructions: string;
  readonly termsAndConditions: string;
  /** Extra data of the template. A POS reads it to honor the voucher. */
  readonly extraData: ExtraData;
};

/** A JSON object of at most 16 KiB and 8 levels. */
export type ExtraData = { readonly [key: string]: unknown };

/** The state of a job. All except `running` are final. */
export type JobState = "running" | "done" | "canceled" | "failed";

/**
 * A job as staff see it. `done` is the number of codes created so far. `error` is null unless the job failed.
 */
export type Job = {
  readonly id: number;
  readonly kind: "voucher_codes";
  readonly name: string;
  readonly state: JobState;
  readonly total: number;
  readonly done: number;
  readonly error: string | null;
  readonly createdBy: Actor;
  readonly createdAt: string;
  readonly endedAt: string | null;
};
