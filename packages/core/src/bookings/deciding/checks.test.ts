import { testOperation } from "../../testing/operation/test-operation.ts";
import { deciding } from "./decide-booking.cases.ts";

testOperation(deciding);
