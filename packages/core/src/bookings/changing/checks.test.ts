import { testOperation } from "../../testing/operation/test-operation.ts";
import { changing } from "./change-booking.cases.ts";

testOperation(changing);
