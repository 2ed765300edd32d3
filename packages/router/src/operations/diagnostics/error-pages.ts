import { z } from "zod";
import { openOperation } from "../../trpc.ts";

/** An output that REST shows as a page, with its own status. */
export const Page = z.object({ status: z.int(), html: z.string() });

/** Always returns the page for a bad request. Interface, diagnostic group. */
export const error400 = openOperation
  .meta({
    summary: "Always the page of a bad request (D3)",
    open: true,
    rest: { path: "/api/400", operationId: "error400", methods: ["GET", "POST"], as: "page" },
  })
  .output(Page)
  .query(() => ({ status: 400, html: "Bad request - 400" }));

/** Always returns the page for a server error. Interface, diagnostic group. */
export const error500 = openOperation
  .meta({
    summary: "Always the page of a server's error (D2)",
    open: true,
    rest: { path: "/api/500", operationId: "error500", methods: ["GET", "POST"], as: "page" },
  })
  .output(Page)
  .query(() => ({ status: 500, html: "Server error - 500" }));
