import { testOperation } from "../../../testing/operation/test-operation.ts";
import { returning } from "./add-return.cases.ts";

testOperation(returning);
