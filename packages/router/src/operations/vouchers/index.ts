import { router } from "../../trpc.ts";
import { deductValue } from "./deduct-value.ts";
import { redeem } from "./redeem.ts";

export const vouchers = router({ deductValue, redeem });
