import { testOperation } from "../../../testing/operation/test-operation.ts";
import { modifying } from "./modify-sale.cases.ts";

testOperation(modifying);
