import type { Outputs } from "../../../rpc/client.ts";

export type Template = Outputs["staff"]["settings"]["messageTemplates"]["list"][number];

/** The placeholders that a template's text may contain: docs/decisions.md, section 9. */
export const placeholders = [
  "otp",
  "minutes",
  "credential",
  "time",
  "receipt",
  "customer_name",
  "merchant_name",
] as const;
