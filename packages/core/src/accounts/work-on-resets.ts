import type { CoreDeps } from "../context.ts";
import { deleteResetRequest, takeResetRequest } from "./accounts.sql.ts";

/**
 * Works on all queued requests for reset links: `send` mails the link if somebody has the address. A
 * request whose process died, or that `send` failed for, is taken up again by a call after 30 seconds,
 * until it is an hour old. So a mail can come twice, but none is lost. `onFailure` gets each error.
 */
export async function workOnResets(
  deps: CoreDeps,
  send: (email: string) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    const request = await takeResetRequest(deps.db, deps.clockOffsetMs);
    if (!request) return;
    try {
      await send(request.email);
      await deleteResetRequest(deps.db, request.id);
    } catch (error) {
      // the lease keeps this loop from taking it again
      onFailure(error);
    }
  }
}
