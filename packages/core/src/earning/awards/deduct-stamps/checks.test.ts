import { testOperation } from "../../../testing/operation/test-operation.ts";
import { deducting } from "./deduct-stamps.cases.ts";

testOperation(deducting);
