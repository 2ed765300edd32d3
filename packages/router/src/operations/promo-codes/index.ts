import { router } from "../../trpc.ts";
import { validate } from "./validate.ts";

export const promoCodes = router({ validate });
