import type { CoreContext } from "../../context.ts";
import type { Page, PageInput } from "../../paging.ts";
import { type OutboxFilter, type OutboxMessage, selectOutbox } from "./outbox-list.sql.ts";

export type { OutboxFilter, OutboxMessage };

/** Returns a page of the merchant's messages, newest first, without their texts. */
export function listOutbox(
  ctx: CoreContext,
  input: OutboxFilter & PageInput,
): Promise<Page<OutboxMessage>> {
  return selectOutbox(ctx, input);
}
