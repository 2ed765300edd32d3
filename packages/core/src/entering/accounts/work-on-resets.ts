import type { CoreDeps } from "../../foundation/context.ts";
import { deleteResetRequest, takeResetRequest } from "./accounts.sql.ts";

/**
 * Works on all queued requests for reset links. `send` mails the link if an account has the address. If
 * `send` fails or the process crashes, a call at least 30 seconds later repeats the request, unless it is
 * more than an hour old. A mail can therefore be sent twice. `onFailure` gets each error.
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
      // the next `takeResetRequest` skips this request, because its lease lasts 30 seconds
      onFailure(error);
    }
  }
}
