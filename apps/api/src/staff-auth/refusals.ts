import type { CoreDeps } from "@stampbook/core/context";
import { recordStaffEvent } from "@stampbook/core/security-events";
import { ADDRESS_HEADER, type StaffAuthSettings } from "./settings.ts";

/**
 * A process records at most one refusal of a person or address in this time. The table merges the refusals
 * that several processes record.
 */
const NOTED_EVERY_MS = 60_000;
/** Limits the memory that a flood from many addresses can use. */
const MOST_NOTED = 10_000;

/**
 * Returns a function that records sign-ins that were refused with 429. It records at most one event a minute
 * for each person whose own limit refused, and for each address whose limit refused. So a flood from one
 * address, or against one person, costs one look-up a minute. Pass it the request with an unread body, and
 * the headers of its answer.
 */
export function recordRefusedSignIns(
  core: CoreDeps,
  log: StaffAuthSettings["log"],
  now = () => performance.now(),
) {
  const noted = new Map<string, number>();

  function isNew(key: string): boolean {
    const time = now();
    if (time - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return false;
    noted.delete(key);
    const [oldest] = noted.keys();
    if (noted.size >= MOST_NOTED && oldest !== undefined) noted.delete(oldest);
    noted.set(key, time);
    return true;
  }

  return async (request: Request, answered: Headers): Promise<void> => {
    const address = request.headers.get(ADDRESS_HEADER) ?? "";
    const email = await emailIn(request);
    // `x-retry-after` is set only by better-auth, whose limit counts addresses. Our own limit counts a
    // person's wrong passwords.
    const key = answered.has("x-retry-after") ? `address ${address}` : `person ${email}`;
    if (email === null || !isNew(key)) return;
    const origin = { address, userAgent: request.headers.get("user-agent") };
    await recordStaffEvent(
      core,
      { email },
      { what: "sign-in", result: "refused", origin, details: { method: "password" } },
    ).catch((error: unknown) =>
      log.error(error, "a security event was not recorded: sign-in refused"),
    );
  };
}

async function emailIn(request: Request): Promise<string | null> {
  const body: unknown = await request.json().catch(() => null);
  const email = typeof body === "object" && body && "email" in body ? body.email : null;
  return typeof email === "string" ? email.slice(0, 255).toLowerCase() : null;
}
