/** A mail as plain text, without an HTML part. */
export type StaffMail = { readonly subject: string; readonly text: string; readonly html: null };

/** Puts a name on one line. Merchants choose names, so a name may contain line breaks. */
export const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The mail that invites a person to work for a merchant. */
export function invitationMail({
  merchant: merchantName,
  link,
  days,
}: {
  readonly merchant: string;
  readonly link: string;
  readonly days: number;
}): StaffMail {
  const merchant = onOneLine(merchantName);
  return {
    subject: `${merchant} invites you to Stampbook`,
    text: `${merchant} invites you to work with its loyalty programme in Stampbook.

Accept here:
${link}

The link works once, for ${days} days. If you do not know ${merchant}, do nothing.
`,
    html: null,
  };
}

/** The mail about a second factor that `resetBy` has removed. */
export function factorResetMail({
  name,
  resetBy,
}: {
  readonly name: string;
  readonly resetBy: string;
}): StaffMail {
  return {
    subject: "Your Stampbook second factor was reset",
    text: `Hello ${onOneLine(name)},

${onOneLine(resetBy)} has reset your second factor: your authenticator, recovery codes and passkeys no longer work, and you are signed out everywhere.

Sign in with your password, and set up a new second factor in My account. If you did not ask for this, choose a new password at once and speak to an owner of your shop.
`,
    html: null,
  };
}

/** The mail with the link to set a new password. */
export function resetMail({
  name,
  link,
  minutes,
}: {
  readonly name: string;
  readonly link: string;
  readonly minutes: number;
}): StaffMail {
  return {
    subject: "Your Stampbook password",
    text: `Hello ${onOneLine(name)},

Choose a new password here:
${link}

The link works once, for ${minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.
`,
    html: null,
  };
}
