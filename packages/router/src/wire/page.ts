import { z } from "zod";

/** An answer that REST shows as a page, with a status of its own. */
export const Page = z.object({ status: z.int(), html: z.string() });
