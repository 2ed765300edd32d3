import { router } from "../../trpc.ts";
import { resetLimit } from "./reset-limit.ts";

export const otp = router({ resetLimit });
