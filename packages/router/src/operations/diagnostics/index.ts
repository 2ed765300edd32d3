import { router } from "../../trpc.ts";
import { error400 } from "./error400.ts";
import { error500 } from "./error500.ts";
import { ping } from "./ping.ts";

export const diagnostics = router({ ping, error500, error400 });
