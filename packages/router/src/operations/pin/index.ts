import { router } from "../../trpc.ts";
import { change } from "./change.ts";
import { requestReset } from "./request-reset.ts";
import { reset } from "./reset.ts";
import { resetWithPassword } from "./reset-with-password.ts";
import { set } from "./set.ts";
import { unblock } from "./unblock.ts";
import { validate } from "./validate.ts";

export const pin = router({
  validate,
  set,
  change,
  unblock,
  requestReset,
  reset,
  resetWithPassword,
});
