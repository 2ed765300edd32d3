import { testOperation } from "../../testing/operation/test-operation.ts";
import { addingCustomers } from "./add-customer.cases.ts";

testOperation(addingCustomers);
