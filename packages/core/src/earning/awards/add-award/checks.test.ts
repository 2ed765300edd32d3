import { testOperation } from "../../../testing/operation/test-operation.ts";
import { awarding } from "./add-award.cases.ts";

testOperation(awarding);
