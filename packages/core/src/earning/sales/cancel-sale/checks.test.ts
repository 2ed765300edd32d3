import { testOperation } from "../../../testing/operation/test-operation.ts";
import { canceling } from "./cancel-sale.cases.ts";

testOperation(canceling);
