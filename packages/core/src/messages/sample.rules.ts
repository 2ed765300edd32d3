import type { PlaceholderValues } from "./template.rules.ts";

/** What the placeholders of all messages stand for in a preview and a test. */
export function sampleValues(merchantName: string): PlaceholderValues {
  return {
    otp: "123456",
    minutes: "5",
    credential: "PIN",
    time: "21 November 2026, 09:30",
    customer_name: "Ani Wijaya",
    merchant_name: merchantName,
  };
}
