import { openOperation } from "../../trpc.ts";
import { Page } from "../../wire/page.ts";

/** Always returns the page for a bad request. Interface, diagnostic group. */
export const error400 = openOperation
  .meta({
    summary: "Always the page of a bad request (D3)",
    open: true,
    rest: { path: "/api/400", operationId: "error400", methods: ["GET", "POST"], as: "page" },
  })
  .output(Page)
  .query(() => ({ status: 400, html: "Bad request - 400" }));
