import { testOperation } from "../../../testing/operation/test-operation.ts";
import { canceling } from "./cancel-redemption.cases.ts";

testOperation(canceling);
