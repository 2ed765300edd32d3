import { z } from "zod";

/** An output that REST shows as a page, with its own status. */
export const Page = z.object({ status: z.int(), html: z.string() });
