import { languageOf } from "../../../foundation/messages/language.rules.ts";
import { onOneLine, type StaffMail } from "./staff-mail.rules.ts";

/** The merchant, its owners' addresses, and the address of the person whom the mail is about. */
export type Told = {
  readonly merchant: { readonly name: string; readonly country: string; readonly timezone: string };
  readonly owners: readonly string[];
  /** Null if the mail is not about a person. */
  readonly person: string | null;
};

/** What a new token may do, as its mail says it. */
export type NewToken = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
};

/** Returns the day of the last moment before `end`, `YYYY-MM-DD` in the zone. */
function lastDayBefore(end: string, timezone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(Date.parse(end) - 1);
}

/**
 * The mail about a new API token: in Indonesian if the merchant's country is Indonesia, else in English. It
 * contains no part of the secret.
 */
export function newTokenMail(
  { name, scopes, expiresAt }: NewToken,
  { merchant: { name: merchantName, country, timezone } }: Told,
): StaffMail {
  const [token, merchant] = [onOneLine(name), onOneLine(merchantName)];
  const may = scopes.join(", ");
  const end = expiresAt && lastDayBefore(expiresAt, timezone);
  if (languageOf(country) === "id")
    return {
      subject: `Token API baru di ${merchant}`,
      text: `Token API baru "${token}" dibuat untuk ${merchant}. Aksesnya: ${may}. ${end ? `Berlaku sampai ${end}.` : "Token ini tidak punya tanggal akhir."}

Jika ini wajar, Anda tidak perlu berbuat apa-apa. Jika tidak, segera cabut token ini di Pengaturan di konsol Stampbook, dan lihat Catatan audit untuk mengetahui siapa yang membuatnya.
`,
      html: null,
    };
  return {
    subject: `A new API token at ${merchant}`,
    text: `A new API token "${token}" was made for ${merchant}. It may use: ${may}. ${end ? `Its last day is ${end}.` : "It has no end."}

If this is what you expect, do nothing. If not, revoke the token at once in the settings of the Stampbook console. The audit log says who made it.
`,
    html: null,
  };
}

/** The mail about a new owner: in Indonesian if the merchant's country is Indonesia, else in English. */
export function newOwnerMail({ merchant: { name, country }, person }: Told): StaffMail {
  const merchant = onOneLine(name);
  if (languageOf(country) === "id")
    return {
      subject: `Pemilik baru di ${merchant}`,
      text: `${person} sekarang menjadi pemilik di ${merchant}: orang ini bisa mengubah semua pengaturan, membuat token API, dan mengatur staf.

Jika ini wajar, Anda tidak perlu berbuat apa-apa. Jika tidak, segera keluarkan orang ini dari staf di konsol Stampbook, dan lihat Catatan audit untuk mengetahui siapa yang memberi akses.
`,
      html: null,
    };
  return {
    subject: `A new owner at ${merchant}`,
    text: `${person} is now an owner of ${merchant}: this person may change all settings, make API tokens and manage the staff.

If this is what you expect, do nothing. If not, remove the person from the staff at once in the Stampbook console. The audit log says who gave the access.
`,
    html: null,
  };
}
