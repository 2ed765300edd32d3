import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A derived key and its id. */
export type NamedKey = { readonly id: number; readonly key: string };

const CIPHER = "aes-256-gcm";

/** Encrypts a text for a place. Returns `<key id>.<nonce>.<ciphertext>.<tag>`, the last three in base64url. */
export function encrypt(by: NamedKey | undefined, place: string, text: string): string {
  if (!by) throw new Error("A secret key is needed.");
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, Buffer.from(by.key, "base64url"), nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return [by.id, ...parts].join(".");
}

/** Null if the text was changed, was encrypted for another place, or its key is unknown. */
export function decrypt(known: readonly NamedKey[], place: string, sealed: string): string | null {
  const [id, ...parts] = sealed.split(".");
  const by = known.find((key) => String(key.id) === id);
  const [nonce, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
  if (!by || nonce?.length !== 12 || !text || tag?.length !== 16) return null;
  const decipher = createDecipheriv(CIPHER, Buffer.from(by.key, "base64url"), nonce);
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
