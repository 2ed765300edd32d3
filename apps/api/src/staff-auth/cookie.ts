import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * How the names of better-auth's cookies begin. Over HTTPS a browser takes such a cookie only from this very
 * host, so that a sibling host cannot plant one. better-auth's own
 * option for secure cookies is off, because it would put `__Secure-` first.
 */
export const cookiePrefix = (secure: boolean) => `${secure ? "__Host-" : ""}stampbook`;

/** The value of a cookie in a cookie header; undefined if the header has none of this name. */
export function cookieIn(header: string, name: string): string | undefined {
  const found = header.split(/;\s*/).find((each) => each.startsWith(`${name}=`));
  return found && decoded(found.slice(name.length + 1));
}

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
