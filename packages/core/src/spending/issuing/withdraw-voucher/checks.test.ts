import { testOperation } from "../../../testing/operation/test-operation.ts";
import { withdrawing } from "./withdraw-voucher.cases.ts";

testOperation(withdrawing);
