import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** What a PIN's verifier is bound to: moved to another customer, it verifies nothing. */
export type PinOwner = { readonly merchantId: number; readonly customerId: number };

/** Everything random, hashed or keyed in the house. */
export type Secrets = {
  /** The id of the key that new PIN verifiers name. */
  readonly pepperId: string;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly verifyPassword: (verifier: string, password: string) => Promise<boolean>;
  readonly hashPin: (owner: PinOwner, pin: string) => Promise<string>;
  /** False too where the verifier's key is neither the current one nor an old one. */
  readonly verifyPin: (verifier: string, owner: PinOwner, pin: string) => Promise<boolean>;
  /** Whether verifying with it can ever succeed: its form, its cost and its key are known. */
  readonly verifierIsKnown: (kind: "password" | "pin", verifier: string) => boolean;
  /** The SHA-256 that a token is found by; 256 random bits need no more. */
  readonly hashToken: (secret: string) => string;
  readonly newTokenSecret: () => string;
  /** 80 random bits in Crockford's base32: no I, L, O or U to misread. */
  readonly newVoucherCode: () => string;
  /** A password to hand to somebody: 80 random bits in groups. */
  readonly newPassword: () => string;
  /** An id that tells nothing, for rows without a counter. */
  readonly newRowId: () => string;
  /** Equal texts have equal fingerprints, and nobody without the key can search for the text. */
  readonly fingerprint: (text: string) => string;
  /** Keys for a purpose of its own, the current one first; the ids tell them apart. */
  readonly keysFor: (purpose: string) => readonly NamedKey[];
};

/** A derived key, for what keeps its own cryptography. */
export type NamedKey = { readonly id: number; readonly key: string };

/** The settings' `SECRET_KEY`, and those before it, which still verify. */
export type SecretKeys = { readonly current: string; readonly old: readonly string[] };

const SHORTEST_KEY = 32;
/** The OWASP minimum for argon2id; raising it makes old verifiers weaker, not unknown. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A verifier that came from elsewhere must not name a cost that stops the process. */
const HIGHEST_COST = { memory: 262_144, time: 16, parallelism: 8 };
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Derives the keys; throws where a key is too short to derive from. */
export function createSecrets(keys: SecretKeys): Secrets {
  const [current, ...old] = [keys.current, ...keys.old].map(derive);
  if (!current) throw new Error("A secret key is needed.");
  const peppers = new Map([...old, current].map((key) => [key.pepperId, key.pepper]));

  return {
    pepperId: current.pepperId,
    hashPassword: (password) => hash(password, COST),
    verifyPassword: (verifier, password) => matches(verifier, password),
    hashPin: async (owner, pin) =>
      `pin$${current.pepperId}${await hash(keyed(current.pepper, owner, pin), COST)}`,
    verifyPin: async (verifier, owner, pin) => {
      const { keyId, rest } = splitPin(verifier);
      const pepper = peppers.get(keyId);
      return pepper ? matches(rest, keyed(pepper, owner, pin)) : false;
    },
    verifierIsKnown: (kind, verifier) => {
      if (kind === "password") return isArgon2id(verifier);
      const { keyId, rest } = splitPin(verifier);
      return peppers.has(keyId) && isArgon2id(rest);
    },
    hashToken: (secret) => createHash("sha256").update(secret).digest("hex"),
    newTokenSecret: () => `sb_live_${randomBytes(32).toString("base64url")}`,
    newVoucherCode: () => crockford(randomBytes(10)),
    newPassword: () =>
      crockford(randomBytes(10))
        .toLowerCase()
        .replace(/.{4}(?=.)/g, "$&-"),
    newRowId: () => randomBytes(24).toString("base64url"),
    fingerprint: (text) => createHmac("sha256", current.fingerprint).update(text).digest("hex"),
    keysFor: (purpose) =>
      [...new Set([keys.current, ...keys.old])].map((secretKey) => ({
        id: expand(secretKey, `${purpose} id`, 4).readUInt32BE(),
        key: expand(secretKey, purpose, 32).toString("base64url"),
      })),
  };
}

type DerivedKeys = { pepperId: string; pepper: Buffer; fingerprint: Buffer };

/** One setting, a key for each purpose: what leaks of one says nothing of another. */
function derive(secretKey: string): DerivedKeys {
  if (secretKey.length < SHORTEST_KEY)
    throw new Error(`A secret key has at least ${SHORTEST_KEY} characters.`);
  return {
    pepperId: expand(secretKey, "pin pepper id", 4).toString("hex"),
    pepper: expand(secretKey, "pin pepper", 32),
    fingerprint: expand(secretKey, "fingerprint", 32),
  };
}

function expand(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `stampbook ${purpose}`, bytes));
}

/** As text: the hash's verify takes no other bytes. */
function keyed(pepper: Buffer, { merchantId, customerId }: PinOwner, pin: string): string {
  return createHmac("sha256", pepper)
    .update(`${merchantId} ${customerId} ${pin}`)
    .digest("base64url");
}

/** `pin$<key id>$argon2id$…` */
function splitPin(verifier: string): { keyId: string; rest: string } {
  const [, keyId = "", rest = ""] = /^pin\$([0-9a-f]{8})(\$argon2id\$.*)$/.exec(verifier) ?? [];
  return { keyId, rest };
}

function isArgon2id(verifier: string): boolean {
  const form =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
  const [, memory, time, parallelism] = (form.exec(verifier) ?? []).map(Number);
  return (
    within(memory, 8, HIGHEST_COST.memory) &&
    within(time, 1, HIGHEST_COST.time) &&
    within(parallelism, 1, HIGHEST_COST.parallelism)
  );
}

function within(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value <= most;
}

async function matches(verifier: string, secret: string): Promise<boolean> {
  return isArgon2id(verifier) && verify(verifier, secret);
}

/** Five bits a character; takes multiples of five bytes. */
function crockford(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => CROCKFORD.charAt(Number.parseInt(five, 2)));
}
