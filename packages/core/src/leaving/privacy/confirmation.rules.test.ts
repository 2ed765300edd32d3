import { expect, test } from "vitest";
import { checkConfirmation } from "./confirmation.rules.ts";

const ani = { id: 125, name: "Ani B.", memberId: "M7", mobileNumber: "+628120000119", email: null };
const nameless = { ...ani, name: "" };

test.each([
  ["the name", ani, "Ani B."],
  ["the name with blanks around it", ani, " Ani B. "],
  ["the id", ani, "125"],
  ["D3: the phone of a nameless customer", nameless, "+628120000119"],
  ["D3: the Member ID of a nameless customer", nameless, "M7"],
  ["the id of a nameless customer", nameless, "125"],
])("%s confirms", (_, customer, text) => {
  expect(checkConfirmation(text, customer)).toBeNull();
});

test.each([
  ["another name", ani, "Ani"],
  ["the phone of a customer with a name", ani, "+628120000119"],
  ["nothing, where there is no name", nameless, ""],
  ["blanks", nameless, "  "],
  ["null as text, for the missing email", nameless, "null"],
  ["another phone", nameless, "08120000119"],
])("%s does not", (_, customer, text) => {
  expect(checkConfirmation(text, customer)).toMatchObject({ field: "confirmation" });
});
