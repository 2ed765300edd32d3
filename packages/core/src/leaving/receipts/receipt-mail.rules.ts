import type { MessageTemplate } from "../../foundation/messages/index.ts";
import { type Language, languageOf } from "../../foundation/messages/language.rules.ts";
import type { Visit, VisitRedemption } from "../../serving/visits/index.ts";
import { valueTaken } from "../../serving/visits/visit.rules.ts";

/** The code of the merchant's template for receipts. */
export const receiptTemplateCode = "receipt";

/** A visit, with the data that its receipt shows. */
export type ReceiptData = {
  readonly visit: Visit;
  /** When the visit was confirmed, in ISO 8601. */
  readonly at: string;
  /** The ids of redemptions that were canceled after the visit. */
  readonly canceled: ReadonlySet<number>;
  readonly isSaleCanceled: boolean;
  readonly invoiceNumber: string | null;
  readonly store: { readonly name: string; readonly timezone: string };
  readonly currency: string;
  /** The merchant's country, ISO 3166-1 alpha-2. */
  readonly country: string;
};

const locales = { en: "en-GB", id: "id-ID" } as const;

type Words = {
  readonly subject: string;
  readonly greeting: string;
  readonly invoice: string;
  readonly sale: string;
  readonly used: (stamps: string) => string;
  readonly paid: (value: string) => string;
  readonly left: (value: string) => string;
  readonly earned: (stamps: string) => string;
  readonly after: (stamps: string) => string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: "Your receipt from {{merchant_name}}",
    greeting: "Thank you for your visit.",
    invoice: "Invoice",
    sale: "Sale",
    used: (stamps) => `stamps used: ${stamps}`,
    paid: (value) => `${value} paid`,
    left: (value) => `${value} left`,
    earned: (stamps) => `stamps earned: ${stamps}`,
    after: (stamps) => `Stamps after this visit: ${stamps}`,
  },
  id: {
    subject: "Struk Anda dari {{merchant_name}}",
    greeting: "Terima kasih atas kunjungan Anda.",
    invoice: "Faktur",
    sale: "Penjualan",
    used: (stamps) => `stempel dipakai: ${stamps}`,
    paid: (value) => `${value} dibayar`,
    left: (value) => `sisa ${value}`,
    earned: (stamps) => `stempel didapat: ${stamps}`,
    after: (stamps) => `Stempel setelah kunjungan ini: ${stamps}`,
  },
};

/** Returns the template for a merchant that has written none. */
export function receiptTemplate(country: string): MessageTemplate {
  const { subject, greeting } = words[languageOf(country)];
  return {
    ...{ code: receiptTemplateCode, channel: "email", subject, html: "" },
    body: `${greeting}\n\n{{receipt}}\n\n{{merchant_name}}\n`,
  };
}

/** Returns the time of the visit by the store's clock, in the merchant's language. */
export function timeOfReceipt({ at, store, country }: ReceiptData): string {
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: store.timezone } as const;
  return new Intl.DateTimeFormat(locales[languageOf(country)], format).format(new Date(at));
}

/** Returns whether a redemption or the sale is left that was not canceled. */
export function isAnythingLeft({ visit, canceled, isSaleCanceled }: ReceiptData): boolean {
  return (
    visit.redemptions.some(({ redemption }) => !canceled.has(redemption.id)) ||
    (visit.sale !== null && !isSaleCanceled)
  );
}

/**
 * Returns the receipt's text, without canceled parts. Leaves out the codes of vouchers, because anyone who
 * reads the mail could redeem them.
 */
export function receiptText(data: ReceiptData): string {
  const { visit, canceled, isSaleCanceled, currency, country } = data;
  const language = languageOf(country);
  const say = words[language];
  const number = new Intl.NumberFormat(locales[language]);
  const style = { style: "currency", trailingZeroDisplay: "stripIfInteger" } as const;
  const money = new Intl.NumberFormat(locales[language], { ...style, currency });
  // a string, not a number, because Intl then formats the decimal exactly
  const amount = (value: string) => money.format(value as Intl.StringNumericLiteral);
  const lineOf = (line: VisitRedemption) => {
    const { name, stampsUsed } = line.redemption;
    const qty = line.kind === "reward" ? line.line.qty : 1;
    const facts: string[] = [];
    if (stampsUsed) facts.push(say.used(number.format(stampsUsed)));
    const taken = valueTaken(line);
    if (line.kind === "voucher" && taken !== null) {
      facts.push(say.paid(amount(taken)));
      if (line.voucher.remainingValue) facts.push(say.left(amount(line.voucher.remainingValue)));
    }
    return [qty > 1 ? `${qty} × ${name}` : name, facts.join(", ")].filter(Boolean).join(": ");
  };
  const left = visit.redemptions.filter(({ redemption }) => !canceled.has(redemption.id));
  const sale = isSaleCanceled ? null : visit.sale;
  const isWhole = left.length === visit.redemptions.length && sale === visit.sale;
  const lines = [
    `${data.store.name}, ${timeOfReceipt(data)}`,
    data.invoiceNumber ? `${say.invoice}: ${data.invoiceNumber}` : "",
    "",
    ...left.map(lineOf),
    sale ? `${say.sale}: ${amount(sale.total)}` : "",
    sale ? say.earned(number.format(sale.stampsEarned)) : "",
    "",
    // left out after a cancel, because the cancel has changed the stamps
    isWhole ? say.after(number.format(visit.membership.stamps)) : "",
  ];
  return lines
    .filter((line, at) => line !== "" || lines[at - 1] !== "")
    .join("\n")
    .trim();
}
