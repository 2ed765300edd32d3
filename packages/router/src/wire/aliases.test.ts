import { describe, expect, it } from "vitest";
import { z } from "zod";
import { renameAliases } from "./aliases.ts";
import { flag, reference } from "./fields.ts";
import { required } from "./reading.ts";

const byUser = z.object({ user: required(reference), store: required(reference) });
const byIdentifier = z.object({ identifier: required(reference) });
const byEmail = z.object({ email: required(reference) });

describe("the customer", () => {
  it.each([
    [{ user: "a" }, "a"],
    [{ identifier: "b" }, "b"],
    [{ user_email: "c" }, "c"],
    [{ user_email: "c", identifier: "b", user: "a" }, "a"],
    [{ user_email: "c", identifier: "b", user: " " }, "b"],
    [{ user: null, user_email: 7 }, 7],
    [{ email: "d" }, undefined],
    [{}, undefined],
  ])("is read from %j as %j", (sent, wanted) => {
    expect(renameAliases(sent, byUser, "redemptions.redeemReward")).toMatchObject({ user: wanted });
    expect(renameAliases(sent, byIdentifier, "redemptions.redeemVoucherCode")).toMatchObject({
      identifier: wanted,
    });
  });

  it("is also named by email where the operation is about passwords", () => {
    const sent = { email: "d", user_email: "c" };
    expect(renameAliases({ email: "d" }, byUser, "password.validate")).toMatchObject({ user: "d" });
    expect(renameAliases({ email: "d" }, byIdentifier, "password.reset")).toMatchObject({
      identifier: "d",
    });
    expect(renameAliases(sent, byEmail, "password.set")).toMatchObject({ email: "c" });
    expect(renameAliases({ email: "d" }, byEmail, "password.set")).toMatchObject({ email: "d" });
  });
});

it("reads the store from store, then store_id", () => {
  const storeOf = (sent: object) => renameAliases(sent, byUser, "redemptions.redeemReward");
  expect(storeOf({ store_id: "JKT" })).toMatchObject({ store: "JKT" });
  expect(storeOf({ store_id: "JKT", store: 4 })).toMatchObject({ store: 4 });
});

it("changes nothing in an operation without customer and store, nor in what is no object", () => {
  const schema = z.object({ is_new: required(flag) });
  const sent = { identifier: "b", store_id: 1 };
  expect(renameAliases(sent, schema, "redemptions.cancel")).toEqual(sent);
  for (const other of [null, "x", [1], undefined])
    expect(renameAliases(other, byUser, "redemptions.redeemReward")).toBe(other);
});
