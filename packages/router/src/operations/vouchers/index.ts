import { router } from "../../trpc.ts";
import { byMerchantGroup } from "./by-merchant-group.ts";
import { countByMerchantGroup } from "./count-by-merchant-group.ts";
import { deductValue } from "./deduct-value.ts";
import { details } from "./details.ts";
import { issue } from "./issue.ts";
import { redeem } from "./redeem.ts";
import { validate } from "./validate.ts";

export const vouchers = router({
  deductValue,
  redeem,
  validate,
  byMerchantGroup,
  countByMerchantGroup,
  details,
  issue,
});
