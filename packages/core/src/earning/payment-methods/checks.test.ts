import { testOperation } from "../../testing/operation/test-operation.ts";
import { savingMethods } from "./save-payment-method.cases.ts";

testOperation(savingMethods);
