import { expect, it } from "vitest";
import { redemption } from "../testing/domain-values.ts";
import {
  presentRedemption,
  presentRedemptionState,
  Redemption,
  RedemptionState,
} from "./redemption.ts";

it("shows what was redeemed, with the data of the request", () => {
  expect(Redemption.parse(presentRedemption(redemption))).toEqual({
    id: 3,
    reward: "Kaya Bun",
    stamps_used: 2,
    extra_data: { table: 7 },
  });
});

it("shows null where the request sent no data", () => {
  expect(Redemption.parse(presentRedemption({ ...redemption, extraData: null }))).toMatchObject({
    extra_data: null,
  });
});

it("shows the id and the state alone by voucher code and on cancel", () => {
  expect(RedemptionState.parse(presentRedemptionState(redemption))).toEqual({
    id: 3,
    status: "Created",
  });
});
