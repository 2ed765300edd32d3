import { router } from "../../trpc.ts";
import { validate } from "./validate.ts";

export const mobileNumber = router({ validate });
