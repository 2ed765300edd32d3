import { router } from "../../trpc.ts";
import { change } from "./change.ts";
import { requestReset } from "./request-reset.ts";
import { reset } from "./reset.ts";
import { set } from "./set.ts";
import { validate } from "./validate.ts";

export const password = router({ validate, change, set, requestReset, reset });
