import type { FastifyBaseLogger } from "fastify";

export const STAFF_AUTH_PATH = "/staff-auth";

/**
 * The header with the client's address. better-auth limits the calls of each address. `mountStaffAuth` sets
 * the header, and ignores the caller's value.
 */
export const ADDRESS_HEADER = "x-stampbook-address";

export type StaffAuthSettings = {
  /** The console's address in the browser. */
  readonly publicUrl: string;
  /** Whether cookies are sent over HTTPS only. */
  readonly secureCookies: boolean;
  /** Whether mails are sent. If not, no mail is queued about a changed factor. */
  readonly hasMail: boolean;
  readonly log: Pick<FastifyBaseLogger, "error" | "warn">;
};
