import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type Browser, ORIGIN } from "../desk.ts";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/**
 * A security key in software. With `isVerified` it says that it has verified its owner, by a PIN or a
 * fingerprint; otherwise only that somebody touched it.
 */
export function securityKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let uses = 0;

  function authData(flags: number, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(++uses, 1);
    return Buffer.concat([createHash("sha256").update("localhost").digest(), head, attested]);
  }

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false }));

  /** The public key as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  const cose = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, "base64url"),
  ]);
  const response = (fields: Readonly<Record<string, Buffer>>) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(fields).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  });
  const challengeOf = async (browser: Browser, path: string) =>
    ((await browser.auth(path))[1] as { challenge: string }).challenge;

  return {
    /** Adds the key to the account of the browser's session. Returns the status. */
    register: async (browser: Browser, isVerified: boolean): Promise<number> => {
      const challenge = await challengeOf(browser, "/passkey/generate-register-options");
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const data = authData(PRESENT | ATTESTED | (isVerified ? VERIFIED : 0), attested);
      const text = (word: string) => Buffer.from([0x60 + word.length, ...Buffer.from(word)]);
      // {fmt: "none", attStmt: {}, authData: …} in CBOR
      const attestationObject = Buffer.concat([
        ...[Buffer.from([0xa3]), text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0])],
        ...[text("authData"), Buffer.from([0x58, data.length]), data],
      ]);
      const clientDataJSON = clientData("webauthn.create", challenge);
      const sent = response({ clientDataJSON, attestationObject });
      return (await browser.auth("/passkey/verify-registration", { response: sent }))[0];
    },
    /** Signs in with the key. Returns the status. */
    signIn: async (browser: Browser, isVerified: boolean): Promise<number> => {
      const challenge = await challengeOf(browser, "/passkey/generate-authenticate-options");
      const authenticatorData = authData(PRESENT | (isVerified ? VERIFIED : 0));
      const clientDataJSON = clientData("webauthn.get", challenge);
      const signed = [authenticatorData, createHash("sha256").update(clientDataJSON).digest()];
      const signature = sign("sha256", Buffer.concat(signed), privateKey);
      const sent = response({ clientDataJSON, authenticatorData, signature });
      return (await browser.auth("/passkey/verify-authentication", { response: sent }))[0];
    },
  };
}
