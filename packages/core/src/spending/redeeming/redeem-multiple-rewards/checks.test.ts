import { testOperation } from "../../../testing/operation/test-operation.ts";
import { redeemingMany } from "./redeem-multiple-rewards.cases.ts";

testOperation(redeemingMany);
