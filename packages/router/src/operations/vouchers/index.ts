import { router } from "../../trpc.ts";
import { byMerchantGroup } from "./by-merchant-group.ts";
import { deductValue } from "./deduct-value.ts";
import { issue } from "./issue.ts";
import { redeem } from "./redeem.ts";
import { validate } from "./validate.ts";

export const vouchers = router({ deductValue, redeem, validate, byMerchantGroup, issue });
