import { testOperation } from "../../../testing/operation/test-operation.ts";
import { adjusting } from "./adjust-stamps.cases.ts";

testOperation(adjusting);
