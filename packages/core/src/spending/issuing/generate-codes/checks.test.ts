import { testOperation } from "../../../testing/operation/test-operation.ts";
import { generating } from "./generate-codes.cases.ts";

testOperation(generating);
