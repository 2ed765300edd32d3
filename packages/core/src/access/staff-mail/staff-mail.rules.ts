/** A mail as plain text, without design. */
export type StaffMail = { readonly subject: string; readonly text: string; readonly html: null };

/** Merchants choose names, so names are put on one line. */
const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Invites a person to work for a merchant. */
export function invitationMail(of: {
  readonly merchant: string;
  readonly link: string;
  readonly days: number;
}): StaffMail {
  const merchant = onOneLine(of.merchant);
  return {
    subject: `${merchant} invites you to Stampbook`,
    text: `${merchant} invites you to work with its loyalty programme in Stampbook.

Accept here:
${of.link}

The link works once, for ${of.days} days. If you do not know ${merchant}, do nothing.
`,
    html: null,
  };
}

/** Tells a person that their second factor was removed, and by whom. */
export function factorResetMail(of: { readonly name: string; readonly by: string }): StaffMail {
  return {
    subject: "Your Stampbook second factor was reset",
    text: `Hello ${onOneLine(of.name)},

${onOneLine(of.by)} has reset your second factor: your authenticator, recovery codes and passkeys open nothing any more, and you are signed out everywhere.

Sign in with your password, and set up a new second factor in My account. If you did not ask for this, choose a new password at once and speak to an owner of your shop.
`,
    html: null,
  };
}

/** Contains the link to set a new password. */
export function resetMail(of: {
  readonly name: string;
  readonly link: string;
  readonly minutes: number;
}): StaffMail {
  return {
    subject: "Your Stampbook password",
    text: `Hello ${onOneLine(of.name)},

Choose a new password here:
${of.link}

The link works once, for ${of.minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.
`,
    html: null,
  };
}
