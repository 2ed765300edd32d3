import { testOperation } from "../../../testing/operation/test-operation.ts";
import { issuingToMany } from "./issue-vouchers-to.cases.ts";

testOperation(issuingToMany);
