import { testOperation } from "../../../testing/operation/test-operation.ts";
import { issuingToCustomers } from "./issue-to-customer.cases.ts";

testOperation(issuingToCustomers);
