import { testOperation } from "../../../testing/operation/test-operation.ts";
import { canceling } from "./cancel-award.cases.ts";

testOperation(canceling);
