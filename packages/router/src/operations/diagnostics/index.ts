import { router } from "../../trpc.ts";
import { error400, error500 } from "./error-pages.ts";
import { ping } from "./ping.ts";

export const diagnostics = router({ ping, error500, error400 });
