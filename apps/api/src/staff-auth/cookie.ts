import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The value of a cookie in better-auth's form `<value>.<base64 of its HMAC>`. Null if none of the keys has
 * signed it.
 */
export function unsign(signed: string, keys: readonly string[]): string | null {
  const at = signed.lastIndexOf(".");
  if (at < 1) return null;
  const value = signed.slice(0, at);
  const given = Buffer.from(signed.slice(at + 1), "base64");
  const isRight = (key: string) => {
    const right = macOf(value, key);
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return keys.some(isRight) ? value : null;
}

/**
 * Signs values of a cookie header with the current key if an old key has signed them, because better-auth
 * checks cookies only with the current key. Returns the new header.
 */
export function resign(header: string, current: string, old: readonly string[]): string {
  return header
    .split(/;\s*/)
    .map((cookie) => {
      const at = cookie.indexOf("=");
      const value = unsign(decoded(cookie.slice(at + 1)), old);
      if (value === null) return cookie;
      const signed = `${value}.${macOf(value, current).toString("base64")}`;
      return `${cookie.slice(0, at)}=${encodeURIComponent(signed)}`;
    })
    .join("; ");
}

const macOf = (value: string, key: string) => createHmac("sha256", key).update(value).digest();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
