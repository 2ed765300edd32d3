import type { Secrets } from "@stampbook/core/secrets";

const COUNT = 10;
/**
 * The length of a code, which has 60 bits. That is enough: five wrong codes end the attempt, and ten lock the
 * second factor for a while.
 */
const LETTERS = 12;

/** New recovery codes to print and type: capitals and digits that cannot be misread, `4K7M-9QXF-3B8T`. */
export function newRecoveryCodes(secrets: Pick<Secrets, "newVoucherCode">): string[] {
  return Array.from({ length: COUNT }, () => grouped(secrets.newVoucherCode().slice(0, LETTERS)));
}

/**
 * The stored form of a typed recovery code. Older codes are shorter and case-sensitive, so their letters stay
 * as typed. Any other text is returned unchanged.
 */
export function readRecoveryCode(typed: string): string {
  const bare = typed.replace(/[\s\p{Pd}]+/gu, "");
  const plain = bare.toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
  if (/^[0-9A-HJKMNP-TV-Z]{12}$/.test(plain)) return grouped(plain);
  return /^[0-9A-Za-z]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : typed;
}

const grouped = (code: string) => code.replace(/.{4}(?=.)/g, "$&-");
