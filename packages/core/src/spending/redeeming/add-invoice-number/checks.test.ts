import { testOperation } from "../../../testing/operation/test-operation.ts";
import { numbering } from "./add-invoice-number.cases.ts";

testOperation(numbering);
