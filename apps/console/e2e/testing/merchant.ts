import { readFileSync } from "node:fs";

const example = new URL("../../../../examples/merchant.json", import.meta.url);

/** Who signs in, all with the one password. */
export const PASSWORD = "correct horse battery";
export const people = {
  owner: "owner@example.com",
  manager: "manager@example.com",
  cashier: "cashier@example.com",
} as const;

type Row = Record<string, unknown>;
type Document = {
  merchant: { id: number; name: string; settings: Row };
  customers: { pin?: string }[];
  staff: Row[];
  tokens: Row[];
};

/** The example merchant, with passwords that tests know. `needsPin` makes it another merchant, where every redemption asks for a PIN. */
export function merchantFile(needsPin: boolean): string {
  const document: Document = JSON.parse(readFileSync(example, "utf8"));
  const merchant = needsPin
    ? {
        ...document.merchant,
        id: 2,
        name: "Teh Pinus",
        settings: { ...document.merchant.settings, redemption_pin_authorization: true },
      }
    : document.merchant;
  const staff = document.staff.map((person) => ({
    ...person,
    email: needsPin ? `pin-${String(person.email)}` : person.email,
    password: PASSWORD,
  }));
  return JSON.stringify({ ...document, merchant, staff });
}
