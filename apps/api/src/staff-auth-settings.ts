import type { FastifyBaseLogger } from "fastify";

export const STAFF_AUTH_PATH = "/staff-auth";

/** Set by the mount itself, whatever the caller sent: the address that rates are counted by. */
export const ADDRESS_HEADER = "x-stampbook-address";

export type StaffAuthSettings = {
  /** The console's address as browsers see it. */
  readonly publicUrl: string;
  /** Cookies go over HTTPS alone. */
  readonly secureCookies: boolean;
  /** Whether mails go out; where none do, none is queued about a changed factor. */
  readonly hasMail: boolean;
  readonly log: Pick<FastifyBaseLogger, "error" | "warn">;
};
