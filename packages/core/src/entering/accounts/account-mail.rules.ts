import { onOneLine, type StaffMail } from "../access/staff-mail/staff-mail.rules.ts";

/** A change of a person's sign-in methods. */
export type FactorChange =
  | "authenticator_added"
  | "authenticator_removed"
  | "recovery_codes_renewed"
  | "passkey_added"
  | "passkey_removed";

type Words = { readonly en: string; readonly id: string };

const texts: Readonly<Record<FactorChange, Words>> = {
  authenticator_added: {
    en: "An authenticator app was added to your account.",
    id: "Aplikasi autentikator ditambahkan ke akun Anda.",
  },
  authenticator_removed: {
    en: "The authenticator app was removed from your account. Your password alone now signs you in.",
    id: "Aplikasi autentikator dihapus dari akun Anda. Sekarang Anda masuk dengan kata sandi saja.",
  },
  recovery_codes_renewed: {
    en: "New recovery codes were made for your account. The old ones no longer work.",
    id: "Kode pemulihan baru dibuat untuk akun Anda. Kode yang lama tidak berlaku lagi.",
  },
  passkey_added: {
    en: "A passkey was added to your account.",
    id: "Passkey ditambahkan ke akun Anda.",
  },
  passkey_removed: {
    en: "A passkey was removed from your account.",
    id: "Passkey dihapus dari akun Anda.",
  },
};

const changed: Words = {
  en: "Your Stampbook sign-in was changed",
  id: "Cara masuk Stampbook Anda diubah",
};

/** The mail about a changed sign-in method. */
export function factorChangeMail(name: string, change: FactorChange): StaffMail {
  return accountMail(name, changed, texts[change]);
}

/** The mail about wrong codes of the second factor: whoever entered them knows the password. */
export function wrongCodesMail(name: string, count: number): StaffMail {
  return accountMail(
    name,
    {
      en: "Wrong codes were entered for your Stampbook account",
      id: "Kode yang salah dimasukkan untuk akun Stampbook Anda",
    },
    {
      en: `Somebody entered your right password, then ${count} wrong codes of your authenticator or recovery codes.`,
      id: `Seseorang memasukkan kata sandi Anda yang benar, lalu ${count} kode autentikator atau kode pemulihan yang salah.`,
    },
  );
}

/** A mail in English and Indonesian, because an account does not store its owner's language. */
export function accountMail(name: string, subject: Words, text: Words): StaffMail {
  const person = onOneLine(name);
  return {
    subject: `${subject.en} / ${subject.id}`,
    text: `Hello ${person},

${text.en} If this was not you, choose a new password at once ("Forgot your password?" on the sign-in page) and tell an owner of your shop.

---

Halo ${person},

${text.id} Jika bukan Anda yang melakukannya, segera ganti kata sandi ("Lupa kata sandi?" di halaman masuk) dan beri tahu pemilik toko.
`,
    html: null,
  };
}
