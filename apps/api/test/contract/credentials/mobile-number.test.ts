import { beforeAll, it } from "vitest";
import { contract } from "../../contract.ts";
import { at, type Counter, expectBoth, ok, openCounter, refused } from "../../credentials.ts";

const invalid = (code: string, message: string) => {
  const [status, body] = refused(code, "mobile_number", message);
  return [status, { ...body, status: "invalid" }] as const;
};
const noNumber = invalid("invalid_mobile_number", "Please enter a valid mobile phone number.");

contract("validating mobile numbers (13)", (house) => {
  let indonesian: Counter;
  let german: Counter;
  beforeAll(async () => {
    indonesian = await openCounter(house);
    german = await openCounter(house, { country: "DE" });
  });

  it.each<unknown>([
    "081239871234",
    " 0812-3987-1234 ",
    "+6281239871234",
    "+62 (812) 3987 1234",
    6281239871234,
    "+4915123456789",
  ])("takes %j in Indonesia", async (number) => {
    await expectBoth(indonesian, at.validateMobileNumber, () => ({ mobile_number: number }), [
      200,
      ok,
    ]);
  });

  it("reads local numbers in the merchant's own country", async () => {
    const local = () => ({ mobile_number: "0151 23456789" });
    await expectBoth(german, at.validateMobileNumber, local, [200, ok]);
    await expectBoth(indonesian, at.validateMobileNumber, local, noNumber);
  });

  it.each<unknown>([
    "110",
    "abc",
    "+62",
    "0812",
    "+628123",
    "0211234567",
    "++6281239871234",
    0,
    "081239871234@gmail.com",
    "hello 081239871234 world",
    "081239871234 ext 5",
  ])("refuses %j, and says that the status is invalid", async (number) => {
    const body = () => ({ mobile_number: number });
    await expectBoth(indonesian, at.validateMobileNumber, body, noNumber);
  });

  it.each<[unknown, string, string]>([
    [undefined, "required", "This field is required."],
    [null, "required", "This field is required."],
    ["  ", "required", "This field is required."],
    [true, "invalid", "A string or a whole number is expected."],
    [["081239871234"], "invalid", "A string or a whole number is expected."],
    ["0".repeat(256), "max_length", "At most 255 characters are allowed."],
  ])("refuses the form of %j: %s", async (number, code, message) => {
    const body = () => ({ mobile_number: number });
    await expectBoth(indonesian, at.validateMobileNumber, body, invalid(code, message));
  });
});
