/**
 * The sections of a file. `after` lists the sections that a section refers to. Those are checked and written
 * before it, whatever their order in the file.
 */
export const sections = {
  merchant: { kind: "merchant", after: [] },
  levels: { kind: "levels", after: ["merchant"] },
  stores: { kind: "stores", after: ["merchant"] },
  customers: { kind: "customers", after: ["merchant", "levels", "stores"] },
  voucher_templates: { kind: "voucherTemplates", after: ["merchant", "stores"] },
  rewards: { kind: "rewards", after: ["merchant", "stores", "voucher_templates"] },
  vouchers: { kind: "vouchers", after: ["merchant", "voucher_templates", "customers"] },
  transactions: { kind: "transactions", after: ["merchant", "stores", "customers"] },
  promo_codes: { kind: "promoCodes", after: ["merchant", "stores"] },
  payment_methods: { kind: "paymentMethods", after: ["merchant"] },
  message_templates: { kind: "messageTemplates", after: ["merchant"] },
  tokens: { kind: "tokens", after: ["merchant", "stores"] },
  staff: { kind: "staff", after: ["merchant", "stores"] },
} as const;

export type SectionName = keyof typeof sections;

export const sectionNames = Object.keys(sections) as SectionName[];

/** Whether a key of the file is one of its sections. */
export function isSection(name: string): name is SectionName {
  return Object.hasOwn(sections, name);
}

/** Whether the section is a list of records; the merchant is one record. */
export function isList(name: SectionName): boolean {
  return name !== "merchant";
}
