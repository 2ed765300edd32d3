import { createHmac } from "node:crypto";

/**
 * The code that an authenticator shows, `stepsFromNow` steps of 30 seconds from now (RFC 6238). Each code
 * works once.
 */
export function codeOf(uri: string, stepsFromNow = 0): string {
  const key = base32(new URL(uri).searchParams.get("secret") ?? "");
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsFromNow));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The bytes of a secret that an authenticator's address contains in base32. */
export function base32(text: string): Buffer {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
