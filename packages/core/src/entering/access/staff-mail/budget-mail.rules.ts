import type { BudgetName } from "../../../foundation/budgets/index.ts";
import { type Language, languageOf } from "../../../foundation/messages/language.rules.ts";
import { onOneLine, type StaffMail } from "./staff-mail.rules.ts";

/** A budget that ran out, and the recipients of the mail. */
export type BudgetNews = {
  readonly merchant: { readonly name: string; readonly country: string };
  readonly owners: readonly string[];
  readonly most: number;
  /** When the budget's period ends: `YYYY-MM-DD HH:MM` in the merchant's zone. */
  readonly until: string;
};

/** The texts that say which budget ran out, by the budget's name. `n` is the budget's limit. */
const reasons: {
  readonly [Budget in BudgetName]?: Readonly<Record<Language, (n: number) => string>>;
} = {
  codesOfCustomer: {
    en: (n) => `${n} one-time passwords and welcome messages were made for one customer in a day`,
    id: (n) => `${n} kode OTP dan pesan selamat datang dibuat untuk satu pelanggan dalam sehari`,
  },
  noticesOfCustomer: {
    en: (n) => `One customer got ${n} notices of changes to their account in a day`,
    id: (n) => `Seorang pelanggan menerima ${n} pemberitahuan perubahan akun dalam sehari`,
  },
  messagesOfCaller: {
    en: (n) => `One token or person sent customers ${n} messages in a day`,
    id: (n) => `Satu token atau satu orang mengirim ${n} pesan ke pelanggan dalam sehari`,
  },
  blockedPinsOfCaller: {
    en: (n) => `Wrong tries by one token or person blocked the PINs of ${n} customers in a day`,
    id: (n) =>
      `Percobaan salah dari satu token atau satu orang memblokir PIN ${n} pelanggan dalam sehari`,
  },
  textsToPrefix: {
    en: (n) => `${n} text messages went to neighboring phone numbers in an hour`,
    id: (n) => `${n} pesan teks dikirim ke nomor telepon yang berdekatan dalam satu jam`,
  },
  textsOfMerchant: {
    en: (n) => `You sent ${n} text messages in a day`,
    id: (n) => `Anda mengirim ${n} pesan teks dalam sehari`,
  },
  testsOfCaller: {
    en: (n) => `One person sent ${n} test messages in a day`,
    id: (n) => `Satu orang mengirim ${n} pesan uji dalam sehari`,
  },
  invitationsOfMerchant: {
    en: (n) => `You invited staff ${n} times in a day`,
    id: (n) => `Anda mengundang staf ${n} kali dalam sehari`,
  },
  customersShownInDay: {
    en: (n) => `One token or person looked at customers ${n} times in a day`,
    id: (n) => `Satu token atau satu orang melihat data pelanggan ${n} kali dalam sehari`,
  },
  customersShownToCashierInDay: {
    en: (n) => `One cashier looked at customers ${n} times in a day`,
    id: (n) => `Satu kasir melihat data pelanggan ${n} kali dalam sehari`,
  },
};

/**
 * The mail about a budget that ran out: in Indonesian if the merchant's country is Indonesia, else in
 * English.
 */
export function budgetMail(budget: BudgetName, { merchant, most, until }: BudgetNews): StaffMail {
  const language = languageOf(merchant.country);
  const name = onOneLine(merchant.name);
  const reason = reasons[budget]?.[language](most) ?? budget;
  if (language === "id")
    return {
      subject: `Batas tercapai di ${name}`,
      text: `${reason}. Itu batasnya: sampai ${until} yang berikutnya ditolak.

Jika ini wajar, Anda tidak perlu berbuat apa-apa. Jika tidak, periksa Pesan dan Catatan audit di konsol Stampbook. Cabut token yang menyebabkannya, atau keluarkan orang yang menyebabkannya dari staf.
`,
      html: null,
    };
  return {
    subject: `A limit was reached at ${name}`,
    text: `${reason}. This is the limit. Further ones are refused until ${until}.

If this is what you expect, do nothing. If not, look at Messages and the audit log in the Stampbook console. Revoke the token that caused it, or remove the person who caused it from the staff.
`,
    html: null,
  };
}
