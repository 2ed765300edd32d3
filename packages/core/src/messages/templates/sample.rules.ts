import type { PlaceholderValues } from "./template.rules.ts";

/** Returns sample values of all placeholders, for previews and test messages. */
export function sampleValues(merchantName: string): PlaceholderValues {
  return {
    otp: "123456",
    minutes: "5",
    credential: "PIN",
    time: "21 November 2026, 09:30",
    receipt: "2 × Iced Coffee\nStamps after this visit: 12",
    customer_name: "Ani Wijaya",
    merchant_name: merchantName,
  };
}
