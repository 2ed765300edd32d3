import { testOperation } from "../../../testing/operation/test-operation.ts";
import { adding } from "./add-sale.cases.ts";

testOperation(adding);
