import { type Language, languageOf } from "../language.rules.ts";

/** What a notice says has changed. */
type Credential = "pin" | "password" | "email" | "mobileNumber" | "memberId";

const names: Readonly<Record<Language, Readonly<Record<Credential, string>>>> = {
  en: {
    pin: "PIN",
    password: "password",
    email: "email address",
    mobileNumber: "mobile number",
    memberId: "Member ID",
  },
  id: {
    pin: "PIN",
    password: "kata sandi",
    email: "alamat email",
    mobileNumber: "nomor ponsel",
    memberId: "ID Anggota",
  },
};

/** Returns the value of the placeholder `credential`, in the language of the merchant's country. */
export const credentialName = (credential: Credential, country: string): string =>
  names[languageOf(country)][credential];
