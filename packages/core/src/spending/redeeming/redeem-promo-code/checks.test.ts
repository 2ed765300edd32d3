import { testOperation } from "../../../testing/operation/test-operation.ts";
import { redeeming } from "./redeem-promo-code.cases.ts";

testOperation(redeeming);
