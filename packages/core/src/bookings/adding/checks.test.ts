import { testOperation } from "../../testing/operation/test-operation.ts";
import { adding } from "./add-booking.cases.ts";

testOperation(adding);
