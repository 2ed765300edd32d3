import { testOperation } from "../../../testing/operation/test-operation.ts";
import { redeeming } from "./redeem-reward.cases.ts";

testOperation(redeeming);
