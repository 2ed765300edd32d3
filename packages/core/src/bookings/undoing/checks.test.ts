import { testOperation } from "../../testing/operation/test-operation.ts";
import { undoing } from "./undo-booking.cases.ts";

testOperation(undoing);
