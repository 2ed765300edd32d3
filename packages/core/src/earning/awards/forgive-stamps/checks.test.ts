import { testOperation } from "../../../testing/operation/test-operation.ts";
import { forgiving } from "./forgive-stamps.cases.ts";

testOperation(forgiving);
