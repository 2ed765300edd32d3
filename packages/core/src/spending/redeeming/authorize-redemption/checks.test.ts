import { testOperation } from "../../../testing/operation/test-operation.ts";
import { authorizing } from "./authorize-redemption.cases.ts";

testOperation(authorizing);
