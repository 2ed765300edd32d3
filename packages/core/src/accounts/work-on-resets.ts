import type { CoreDeps } from "../context.ts";
import { deleteResetRequest, takeResetRequest } from "./accounts.sql.ts";

/**
 * Works on all queued requests for reset links: `send` mails the link if an account has the address. If
 * `send` fails or the process dies, a later call takes up the request again, after 30 seconds and until it
 * is an hour old. So a mail can come twice, but no mail is lost. `onFailure` gets each error.
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
      // the lease keeps this loop from taking the same request again
      onFailure(error);
    }
  }
}
