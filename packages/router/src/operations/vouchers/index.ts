import { router } from "../../trpc.ts";
import { deductValue } from "./deduct-value.ts";

export const vouchers = router({ deductValue });
