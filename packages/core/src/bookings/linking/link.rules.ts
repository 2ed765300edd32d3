import type { CoreDeps } from "../../foundation/context.ts";

/** What a guest's link opens. It is not stored: the token in the link says it. */
export type Link = {
  readonly merchantId: number;
  readonly bookingId: number;
  /** Until when the link opens the booking, in seconds since 1970. */
  readonly ends: number;
};

type Signing = { readonly secrets: Pick<CoreDeps["secrets"], "sign" | "isSigned"> };

/** How long after the booking's time its link still opens it. */
export const LINK_SECONDS = 86_400;

const PURPOSE = "booking link";
const VERSION = "v1";

/** Returns the token of a link. The same link has the same token while `SECRET_KEY` stays. */
export function tokenOf({ secrets }: Signing, { merchantId, bookingId, ends }: Link): string {
  const parts = [merchantId, bookingId, ends].map((part) => part.toString(36));
  const text = [VERSION, ...parts].join(".");
  return `${text}.${secrets.sign(PURPOSE, text)}`;
}

/** Returns what a token opens. Null for a token that this service did not make. */
export function readToken({ secrets }: Signing, token: string): Link | null {
  const [, text = "", signature = ""] =
    /^(v1(?:\.[0-9a-z]{1,11}){3})\.([\w-]{22})$/.exec(token) ?? [];
  if (text === "" || !secrets.isSigned(PURPOSE, text, signature)) return null;
  const [merchantId = 0, bookingId = 0, ends = 0] = text
    .split(".")
    .slice(1)
    .map((part) => Number.parseInt(part, 36));
  return { merchantId, bookingId, ends };
}

/**
 * Returns the address of the guest's page of a booking; null if the console's address is not set. Browsers do
 * not send what stands after the `#`, so no log has the token.
 */
export function linkTo(deps: Signing & Pick<CoreDeps, "publicUrl">, link: Link): string | null {
  return deps.publicUrl === undefined ? null : `${deps.publicUrl}/booking#${tokenOf(deps, link)}`;
}
