// The forms in which typed texts are compared. Registrations, changes, imports, forms of staff and look-ups
// all use them, so that a text means the same from every keyboard and in every locale of the database. Names
// are compared by the SQL function `stampbook_fold`.

/**
 * Returns the form in which codes are stored as keys and looked up: composed (NFC), and in capitals. The
 * conversion is not done in SQL, because the result of `upper` for letters beyond ASCII depends on the
 * database's locale. Generated codes are in this form already.
 */
export function codeKeyOf(code: string): string {
  return code.normalize("NFC").toUpperCase().normalize("NFC");
}

/**
 * Returns a Member ID as it is compared: composed (NFC), with the letters a to z in upper case. In SQL,
 * `upper(normalize(…, NFC) collate "C")` returns the same text, whatever the database's locale.
 */
export function memberIdKey(memberId: string): string {
  return memberId.normalize("NFC").replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * Returns the form in which email addresses are stored and looked up: trimmed, composed (NFC), without
 * invisible characters, in lower case, with the domain in ASCII. So one mailbox has one form.
 */
export function emailKeyOf(email: string): string {
  const text = email
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const domainAt = text.lastIndexOf("@") + 1;
  const local = text.slice(0, domainAt).toLowerCase();
  // the lower case of a dotted capital I is an i with another dot
  return local.replaceAll("i\u0307", "i") + domainKeyOf(text.slice(domainAt).toLowerCase());
}

/** Returns a domain in ASCII (UTS 46). A text that cannot be a domain is returned as it is. */
function domainKeyOf(domain: string): string {
  // a URL reads other ASCII characters as parts of the address, such as a port or a path
  const isConverted = /[^\0-\x7f]/.test(domain) && !/[\0-,/:-`{-\x7f]/.test(domain);
  return (isConverted && URL.parse(`http://${domain}`)?.hostname) || domain;
}

/** Returns the forms of a password in which it may have been hashed. New passwords have the first, NFC. */
export function passwordForms(password: string): readonly [string, ...string[]] {
  const composed = password.normalize("NFC");
  return composed === password ? [composed] : [composed, password];
}

/** The number of characters of a password, composed as it is hashed. */
export function lengthOfPassword(password: string): number {
  return [...passwordForms(password)[0]].length;
}

/** Returns a code or Member ID as it is stored and shown: trimmed and composed (NFC). */
export function storedCode(code: string): string {
  return code.trim().normalize("NFC");
}

/** The message about a code that cannot be typed (`isTypeable`). */
export const codeForm =
  "A code has no control or invisible characters, and no blanks other than spaces.";

/**
 * Whether a code can be typed: without control characters, invisible characters, and blanks other than the
 * space.
 */
export function isTypeable(code: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(code);
}
