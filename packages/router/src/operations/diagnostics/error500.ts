import { openOperation } from "../../trpc.ts";
import { Page } from "../../wire/page.ts";

/** Always returns the page for a server error. Interface, diagnostic group. */
export const error500 = openOperation
  .meta({
    summary: "Always the page of a server's error (D2)",
    open: true,
    rest: { path: "/api/500", operationId: "error500", methods: ["GET", "POST"], as: "page" },
  })
  .output(Page)
  .query(() => ({ status: 500, html: "Server error - 500" }));
