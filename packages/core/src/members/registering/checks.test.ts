import { testOperation } from "../../testing/operation/test-operation.ts";
import { registering } from "./register-member.cases.ts";

testOperation(registering);
