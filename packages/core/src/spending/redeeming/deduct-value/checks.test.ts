import { testOperation } from "../../../testing/operation/test-operation.ts";
import { deducting } from "./deduct-value.cases.ts";

testOperation(deducting);
