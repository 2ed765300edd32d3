import { router } from "../../trpc.ts";
import { details } from "./details.ts";
import { byMerchantGroup, list } from "./list.ts";

export const rewards = router({ list, byMerchantGroup, details });
