import { testOperation } from "../../testing/operation/test-operation.ts";
import { canceling } from "./cancel-by-link.cases.ts";

testOperation(canceling);
