import { testOperation } from "../../testing/operation/test-operation.ts";
import { givingLevels } from "./set-level.cases.ts";

testOperation(givingLevels);
