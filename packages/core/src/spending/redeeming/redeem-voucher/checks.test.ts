import { describe } from "vitest";
import { testOperation } from "../../../testing/operation/test-operation.ts";
import { byCode, byId } from "./redeem-voucher.cases.ts";

describe("redeem-voucher, by id", () => testOperation(byId));
describe("redeem-voucher-code", () => testOperation(byCode));
