import { router } from "../../trpc.ts";
import { addOrUpdatePaymentMethod } from "./add-or-update-payment-method.ts";

export const merchants = router({ addOrUpdatePaymentMethod });
