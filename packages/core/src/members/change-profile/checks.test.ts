import { testOperation } from "../../testing/operation/test-operation.ts";
import { changing } from "./change-profile.cases.ts";

testOperation(changing);
