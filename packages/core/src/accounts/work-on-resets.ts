import type { CoreDeps } from "../context.ts";
import { deleteResetRequest, takeResetRequest } from "./accounts.store.ts";

/**
 * Works on all queued requests for reset links: `send` mails the link if somebody has the address. A
 * request whose process died is taken up again, so a mail can come twice, but none is lost.
 */
export async function workOnResets(
  deps: CoreDeps,
  send: (email: string) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const request = await takeResetRequest(deps.db, deps.clockOffsetMs);
    if (!request) return;
    await send(request.email);
    await deleteResetRequest(deps.db, request.id);
  }
}
