import {
  createHmac,
  hash as hashOnce,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { costOf, isArgon2id } from "./argon2id.rules.ts";
import { passwordForms } from "./comparing.rules.ts";
import { Failure, tooBusy } from "./failures.ts";
import { createHashQueue, type HashQueue, type HashTurn } from "./hash-queue.ts";
import { openOnce } from "./open-once.ts";
import { decrypt, encrypt, type NamedKey } from "./sealing.ts";

/** The customer to whom a PIN belongs. For another customer the same PIN does not match the verifier. */
type PinOwner = { readonly merchantId: number; readonly customerId: number };
/** The owner of a PIN: a customer, or a member of staff. */
type AnyPinOwner = PinOwner | { readonly merchantId: number; readonly userId: string };

/** The random values, hashes and keyed functions of the process. */
export type Secrets = Pick<HashQueue, "onPlace" | "isFull" | "waiting"> & {
  /** The ids of the keys, the current key's first. A PIN's verifier contains the id of its key. */
  readonly keyIds: readonly string[];
  /** Hashing is by default `patient`, verifying `refusable`. All wait in one queue (`hash-queue.ts`). */
  readonly hashPassword: (password: string, turn?: HashTurn) => Promise<string>;
  /** Throws `overloaded` if the verifier's cost is too high. */
  readonly verifyPassword: (
    verifier: string,
    password: string,
    turn?: HashTurn,
  ) => Promise<boolean>;
  readonly hashPin: (owner: AnyPinOwner, pin: string, turn?: HashTurn) => Promise<string>;
  /** Also throws `overloaded` if the key in the verifier is neither the current key nor an old one. */
  readonly verifyPin: (
    verifier: string,
    owner: AnyPinOwner,
    pin: string,
    turn?: HashTurn,
  ) => Promise<boolean>;
  /** Does the work of verifying, so that the response time does not reveal a missing verifier. */
  readonly verifyNothing: (turn?: HashTurn) => Promise<void>;
  /** Whether a new verifier would have another cost, or be made with a newer key. */
  readonly verifierIsOutdated: (kind: "password" | "pin", verifier: string) => boolean;
  /** Whether verifying can succeed: the verifier's format, cost and key are known. */
  readonly verifierIsKnown: (kind: "password" | "pin", verifier: string) => boolean;
  /** The SHA-256 of a text, in hexadecimal. A token's 256 random bits need no slower hash. */
  readonly hashToken: (secret: string) => string;
  readonly digest: (text: string) => string;
  readonly newTokenSecret: () => string;
  /** 80 random bits in Crockford's base32, which has no I, L, O or U to misread. */
  readonly newVoucherCode: () => string;
  /** Nine random digits for a Member ID. */
  readonly newMemberDigits: () => string;
  readonly newOtp: () => string;
  /** A random number from 0 to 999,999. Identifies a try of a PIN or password while it is being checked. */
  readonly newTryName: () => number;
  /**
   * The keyed hashes of a one-time password with its owner and purpose, the hash by the current key first.
   * Hashes by old keys follow, because stored one-time passwords may have been made with these. Each is
   * `<key id>.<hash>`.
   */
  readonly otpMacs: (owner: PinOwner, purpose: string, otp: string) => readonly string[];
  /**
   * Reports that the key with this id is not set, and returns the failure of the call that needs it. Such a call
   * is no wrong try.
   */
  readonly keyUnknown: (keyId: string) => Failure;
  /** Encrypts a text for a `place`, such as a message's id. Decrypting needs the same `place`. */
  readonly seal: (place: string, text: string) => string;
  /** Null if the text was changed, was encrypted for another place, or its key is unknown. */
  readonly unseal: (place: string, sealed: string) => string | null;
  /** A password to give to a person: 80 random bits in groups of four characters. */
  readonly newPassword: () => string;
  /** A random id that reveals no count or time, for rows without a counter. */
  readonly newRowId: () => string;
  /** A keyed hash. Equal texts have equal fingerprints; without the key nobody can test guesses. */
  readonly fingerprint: (text: string) => string;
  /** Whether the fingerprint was made from the text, with the current key or an old one. */
  readonly isFingerprintOf: (text: string, fingerprint: string) => boolean;
  /** A keyed hash of 128 bits by which `isSigned` recognizes the text, in 22 characters. */
  readonly sign: (purpose: string, text: string) => string;
  /** Whether `sign` made the signature for this purpose and text, with the current key or an old one. */
  readonly isSigned: (purpose: string, text: string, signature: string) => boolean;
  /** Derives a key for the purpose from each secret key. The key from the current secret key comes first. */
  readonly keysFor: (purpose: string) => readonly NamedKey[];
};

/** The setting `SECRET_KEY`, and its earlier values, which still verify. */
export type SecretKeys = { readonly current: string; readonly old: readonly string[] };

const SHORTEST_KEY = 32;
/** The OWASP minimum for argon2id. If it is raised, old verifiers are outdated but still verify. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Leaves one core for other work. A hash uses a core for 15 to 30 ms, so more at once are no faster. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const HASHES = { atOnce: AT_ONCE, waiting: 32 * AT_ONCE };
/** Milliseconds that a hash waits for its turn before the call is refused as overloaded. */
const PATIENCE_MS = 1_000;
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

type SecretOptions = {
  /** Called when a secret cannot be checked because its key, which has this id, is not set. */
  readonly onUnknownKey?: (keyId: string) => void;
  /** Only tests set these two. */
  readonly patienceMs?: number;
  readonly cost?: typeof COST;
};

/** Makes the `Secrets` of a process. Throws if a key is too short. */
export function createSecrets(keys: SecretKeys, options: SecretOptions = {}): Secrets {
  const { onUnknownKey = () => {}, patienceMs = PATIENCE_MS, cost = COST } = options;
  const [current, ...old] = [keys.current, ...keys.old].map(derive);
  if (!current) throw new Error("A secret key is needed.");
  const peppers = new Map([...old, current].map((key) => [key.id, key.pepper]));
  const keyUnknown = (keyId: string) => {
    onUnknownKey(keyId);
    return new Failure({ ...unknownKey, found: keyId });
  };
  const { inTurn, onPlace, isFull, waiting } = createHashQueue({ ...HASHES, patienceMs });
  const matches = async (verifier: string, secret: string, turn: HashTurn = "refusable") => {
    if (isArgon2id(verifier)) return inTurn(turn, () => verify(verifier, secret));
    if (costOf(verifier)) throw new Failure(tooCostly);
    return false;
  };
  const verifierOfNothing = openOnce(() => hash(randomBytes(16), cost));
  const keysFor: Secrets["keysFor"] = (purpose) =>
    [...new Set([keys.current, ...keys.old])].map((secretKey) => ({
      id: expand(secretKey, `${purpose} id`, 4).readUInt32BE(),
      key: expand(secretKey, purpose, 32).toString("base64url"),
    }));
  const sealKeys = keysFor("seal");

  return {
    ...{ keyIds: [current, ...old].map(({ id }) => id), onPlace, isFull, waiting, keysFor },
    hashPassword: (password, turn = "patient") =>
      inTurn(turn, () => hash(passwordForms(password)[0], cost)),
    verifyPassword: matches,
    hashPin: async (owner, pin, turn = "patient") =>
      `pin$${current.id}${await inTurn(turn, () => hash(keyed(current.pepper, owner, pin), cost))}`,
    verifyPin: async (verifier, owner, pin, turn) => {
      const { keyId, rest } = splitPin(verifier);
      if (keyId === "") return false;
      const pepper = peppers.get(keyId);
      if (pepper) return matches(rest, keyed(pepper, owner, pin), turn);
      throw keyUnknown(keyId);
    },
    verifyNothing: async (turn) => void (await matches(await verifierOfNothing(), "", turn)),
    verifierIsOutdated: (kind, verifier) => {
      const { keyId, rest } = kind === "pin" ? splitPin(verifier) : { keyId: "", rest: verifier };
      if (kind === "pin" && keyId !== current.id) return true;
      const own = costOf(rest);
      // a cheaper one is weaker, and a dearer one keeps others waiting
      return own?.memory !== cost.memoryCost || own.time !== cost.timeCost;
    },
    verifierIsKnown: (kind, verifier) => {
      if (kind === "password") return isArgon2id(verifier);
      const { keyId, rest } = splitPin(verifier);
      return peppers.has(keyId) && isArgon2id(rest);
    },
    ...{ hashToken: sha256, digest: sha256 },
    newTokenSecret: () => `sb_live_${randomBytes(32).toString("base64url")}`,
    newVoucherCode: () => crockford(randomBytes(10)),
    newPassword: () =>
      crockford(randomBytes(10))
        .toLowerCase()
        .replace(/.{4}(?=.)/g, "$&-"),
    newRowId: () => randomBytes(24).toString("base64url"),
    fingerprint: (text) => fingerprintBy(current, text),
    isFingerprintOf: (text, fingerprint) =>
      [current, ...old].some((key) => fingerprintBy(key, text) === fingerprint),
    ...{ newMemberDigits: () => randomDigits(9), newOtp: () => randomDigits(6) },
    newTryName: () => randomInt(1_000_000),
    otpMacs: ({ merchantId, customerId }, purpose, otp) =>
      [current, ...old].map(({ id, otp: key }) => {
        const mac = createHmac("sha256", key);
        mac.update(`${merchantId} ${customerId} ${purpose} ${otp}`);
        return `${id}.${mac.digest("base64url")}`;
      }),
    keyUnknown,
    sign: (purpose, text) => signatures(keysFor(purpose), text)[0] ?? "",
    isSigned: (purpose, text, signature) =>
      signatures(keysFor(purpose), text).some((right) => isEqual(right, signature)),
    seal: (place, text) => encrypt(sealKeys[0], place, text),
    unseal: (place, sealed) => decrypt(sealKeys, place, sealed),
  };
}

/** The refusals of secrets that this process cannot check. They are no wrong tries. */
const uncheckable = { ...tooBusy, message: "This cannot be checked, please tell the operator." };
const unknownKey = { ...uncheckable, rule: "the key with which the secret was stored is set" };
const tooCostly = { ...uncheckable, rule: "the verifier's cost is not too high" };

type DerivedKeys = { readonly id: string } & Readonly<
  Record<"pepper" | "fingerprint" | "otp", Buffer>
>;

/** Derives a key for each purpose from one setting. A leaked derived key reveals no other key. */
function derive(secretKey: string): DerivedKeys {
  if (secretKey.length < SHORTEST_KEY)
    throw new Error(`A secret key has at least ${SHORTEST_KEY} characters.`);
  return {
    id: expand(secretKey, "pin pepper id", 4).toString("hex"),
    pepper: expand(secretKey, "pin pepper", 32),
    fingerprint: expand(secretKey, "fingerprint", 32),
    otp: expand(secretKey, "otp", 32),
  };
}

function expand(secretKey: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `stampbook ${purpose}`, bytes));
}

const fingerprintBy = (key: DerivedKeys, text: string) =>
  createHmac("sha256", key.fingerprint).update(text).digest("hex");

/** Returns the PIN's HMAC as text, because the hash library verifies only text, not arbitrary bytes. */
function keyed(pepper: Buffer, owner: AnyPinOwner, pin: string): string {
  const person = "userId" in owner ? `staff ${owner.userId}` : owner.customerId;
  return createHmac("sha256", pepper)
    .update(`${owner.merchantId} ${person} ${pin}`)
    .digest("base64url");
}

/** Splits a verifier of the format `pin$<key id>$argon2id$…`. Both parts are empty for another format. */
function splitPin(verifier: string): { keyId: string; rest: string } {
  const [, keyId = "", rest = ""] = /^pin\$([0-9a-f]{8})(\$argon2id\$.*)$/.exec(verifier) ?? [];
  return { keyId, rest };
}

const signatures = (keys: readonly NamedKey[], text: string) =>
  keys.map(({ key }) =>
    createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url"),
  );

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const sha256 = (text: string) => hashOnce("sha256", text);
const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, "0");

/** Encodes bytes in Crockford's base32, five bits a character. Needs a multiple of five bytes. */
function crockford(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => CROCKFORD.charAt(Number.parseInt(five, 2)));
}
