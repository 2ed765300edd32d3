import { testOperation } from "../../testing/operation/test-operation.ts";
import { entering } from "./enter-visit.cases.ts";

testOperation(entering);
