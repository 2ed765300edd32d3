/**
 * Returns a Member ID of a prefix, digits and a check digit. A till can detect a mistyped Member ID by the
 * check digit.
 */
export function makeMemberId(prefix: string, digits: string): string {
  return prefix + digits + checkDigitOf(digits);
}

/** Returns the digit that makes the sum of Luhn's algorithm (ISO/IEC 7812-1, annex B) a multiple of ten. */
function checkDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
