import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createSecrets } from "./secrets.ts";

const first = "the first key of this installation, long enough";
const second = "the second key of this installation, long enough";
const owner = { merchantId: 1, customerId: 123 };

const secrets = createSecrets({ current: first, old: [] });
const rotated = createSecrets({ current: second, old: [first] });
const stranger = createSecrets({ current: second, old: [] });

describe("passwords", () => {
  test("verify, and a wrong one does not", async () => {
    const verifier = await secrets.hashPassword("secret123");
    expect(verifier).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await secrets.verifyPassword(verifier, "secret123")).toBe(true);
    expect(await secrets.verifyPassword(verifier, "secret124")).toBe(false);
  });

  test("verify under any key of the installation: they are not keyed", async () => {
    const verifier = await secrets.hashPassword("secret123");
    expect(await stranger.verifyPassword(verifier, "secret123")).toBe(true);
  });
});

describe("PINs", () => {
  test("verify for their own customer alone", async () => {
    const verifier = await secrets.hashPin(owner, "123456");
    expect(await secrets.verifyPin(verifier, owner, "123456")).toBe(true);
    expect(await secrets.verifyPin(verifier, owner, "123457")).toBe(false);
    expect(await secrets.verifyPin(verifier, { ...owner, customerId: 124 }, "123456")).toBe(false);
    expect(await secrets.verifyPin(verifier, { ...owner, merchantId: 2 }, "123456")).toBe(false);
  });

  test("name their key: an old one still verifies", async () => {
    const verifier = await secrets.hashPin(owner, "123456");
    expect(verifier.startsWith(`pin$${secrets.keyIds[0]}$argon2id$`)).toBe(true);
    expect(await rotated.verifyPin(verifier, owner, "123456")).toBe(true);
    expect(rotated.keyIds).toEqual([...stranger.keyIds, ...secrets.keyIds]);
  });

  test("O1: of a key that is not set cannot be checked: neither right nor wrong, and the key is told", async () => {
    const told: string[] = [];
    const other = createSecrets(
      { current: second, old: [] },
      { onUnknownKey: (id) => told.push(id) },
    );
    const verifier = await secrets.hashPin(owner, "123456");
    for (const pin of ["123456", "654321"])
      await expect(other.verifyPin(verifier, owner, pin)).rejects.toMatchObject({
        refusal: { code: "overloaded", found: secrets.keyIds[0] },
      });
    expect(told).toEqual([...secrets.keyIds, ...secrets.keyIds]);
  });

  test("are made with the current key after a rotation", async () => {
    const verifier = await rotated.hashPin(owner, "123456");
    expect(await stranger.verifyPin(verifier, owner, "123456")).toBe(true);
    await expect(secrets.verifyPin(verifier, owner, "123456")).rejects.toThrow("cannot be checked");
  });

  test("cannot be searched for without the pepper: the hash alone verifies nothing", async () => {
    const verifier = await secrets.hashPin(owner, "123456");
    const bare = verifier.slice(verifier.indexOf("$argon2id"));
    expect(await secrets.verifyPassword(bare, "123456")).toBe(false);
  });
});

describe("verifiers of another cost", () => {
  const costing = (cost: string) =>
    `$argon2id$v=19$${cost},p=1$c29tZXNhbHRzb21lc2FsdA$hSmAmSAHCuLZIVbTgsvFbA7wcPN+NXgjNoa5Ivw4rfc`;
  const weak = costing("m=4096,t=1");

  test("S9: a dearer one is outdated too, and one that is too dear is not computed", async () => {
    expect(secrets.verifierIsOutdated("password", costing("m=65536,t=4"))).toBe(true);
    expect(secrets.verifierIsKnown("password", costing("m=65536,t=4"))).toBe(true);
    expect(await secrets.verifyPassword(costing("m=65536,t=4"), "secret123")).toBe(false);
    for (const cost of ["m=65537,t=4", "m=65536,t=5", "m=4194304,t=2"]) {
      expect(secrets.verifierIsKnown("password", costing(cost))).toBe(false);
      await expect(secrets.verifyPassword(costing(cost), "x")).rejects.toThrow("cannot be checked");
    }
  });

  test("are outdated, as PINs of an old key are", async () => {
    const password = await secrets.hashPassword("secret123");
    const pin = await secrets.hashPin(owner, "123456");
    expect(secrets.verifierIsOutdated("password", password)).toBe(false);
    expect(secrets.verifierIsOutdated("password", weak)).toBe(true);
    expect(secrets.verifierIsOutdated("pin", pin)).toBe(false);
    expect(secrets.verifierIsOutdated("pin", `pin$${secrets.keyIds[0]}${weak}`)).toBe(true);
    expect(rotated.verifierIsOutdated("pin", pin)).toBe(true);
  });
});

describe("one-time passwords", () => {
  const mac = (by: typeof secrets, of = owner, purpose = "pin", otp = "123456") =>
    by.otpMacs(of, purpose, otp)[0];

  test("are six digits, each as likely as the other", () => {
    const otps = Array.from({ length: 2_000 }, () => secrets.newOtp());
    for (const otp of otps) expect(otp).toMatch(/^[0-9]{6}$/);
    for (const place of [0, 5]) expect(new Set(otps.map((otp) => otp.charAt(place))).size).toBe(10);
  });

  test("are kept bound to owner, purpose and key", () => {
    expect(mac(secrets)).toBe(mac(secrets));
    const others = [
      mac(secrets, owner, "pin", "123457"),
      mac(secrets, owner, "password"),
      mac(secrets, { ...owner, customerId: 124 }),
      mac(secrets, { ...owner, merchantId: 2 }),
      mac(stranger),
    ];
    // without the key's id, which differs too
    const codes = [mac(secrets), ...others].map((each) => each?.split(".")[1]);
    expect(new Set(codes).size).toBe(6);
  });

  test("of an old key still verify", () => {
    expect(rotated.otpMacs(owner, "pin", "123456")).toEqual([mac(stranger), mac(secrets)]);
  });
});

describe("sealed texts", () => {
  const sealed = secrets.seal("message 1", "your code is 123456");

  test("are opened in their place by their key, the old one too", () => {
    expect(secrets.unseal("message 1", sealed)).toBe("your code is 123456");
    expect(rotated.unseal("message 1", sealed)).toBe("your code is 123456");
    expect(rotated.unseal("message 1", rotated.seal("message 1", ""))).toBe("");
  });

  test("are no two alike, and say nothing", () => {
    expect(secrets.seal("message 1", "your code is 123456")).not.toBe(sealed);
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("123456");
  });

  test.each([
    ["in another place", () => secrets.unseal("message 2", sealed)],
    ["with another key", () => stranger.unseal("message 1", sealed)],
    [
      "changed",
      () =>
        secrets.unseal(
          "message 1",
          sealed.replace(/\.(.)/, (_, c) => `.${c === "A" ? "B" : "A"}`),
        ),
    ],
    ["cut", () => secrets.unseal("message 1", sealed.slice(0, -4))],
    ["with a short tag", () => secrets.unseal("message 1", sealed.replace(/[^.]+$/, "AAAA"))],
    ["that are none", () => secrets.unseal("message 1", "your code is 123456")],
  ])("open nothing %s", (_, open) => {
    expect(open()).toBeNull();
  });
});

test("verifying nothing takes a turn among the others, and tells nothing", async () => {
  expect(await secrets.verifyNothing()).toBeUndefined();
});

test("more guesses at once than can soon be computed are refused, and imports are not", async () => {
  const verifier = await secrets.hashPassword("secret123");
  const guesses = Array.from({ length: 400 }, () => secrets.verifyPassword(verifier, "wrong"));
  const imported = [1, 2, 3].map((n) => secrets.hashPassword(`imported ${n}`));
  const outcomes = await Promise.allSettled(guesses);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: "overloaded" } });
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  expect(await Promise.all(imported)).toHaveLength(3);
});

describe("verifiers that come from elsewhere", () => {
  test("are known by form, cost and key", async () => {
    const pin = await secrets.hashPin(owner, "123456");
    const password = await secrets.hashPassword("secret123");
    expect(secrets.verifierIsKnown("password", password)).toBe(true);
    expect(secrets.verifierIsKnown("pin", pin)).toBe(true);
    expect(rotated.verifierIsKnown("pin", pin)).toBe(true);
    expect(stranger.verifierIsKnown("pin", pin)).toBe(false);
    expect(secrets.verifierIsKnown("pin", password)).toBe(false);
    expect(secrets.verifierIsKnown("password", pin)).toBe(false);
  });

  test.each([
    "secret123",
    "",
    "$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$hSmAmSAHCuLZIVbTgsvFbA7wcPN+NXgjNoa5Ivw4rfc",
    "$argon2id$v=19$m=19456,t=0,p=1$c29tZXNhbHRzb21lc2FsdA$hSmAmSAHCuLZIVbTgsvFbA7wcPN+NXgjNoa5Ivw4rfc",
    "$2b$12$KIXQ1r9yq0c1n1f6Y1o0ueG5o8Qj5q9eW9ZcC8o8sQ0l9Qv1m2n3e",
  ])("%j is not one, and verifies nothing", async (verifier) => {
    expect(secrets.verifierIsKnown("password", verifier)).toBe(false);
    expect(await secrets.verifyPassword(verifier, "secret123")).toBe(false);
  });
});

describe("tokens, codes and fingerprints", () => {
  test("a token carries 256 random bits and is found by its SHA-256", () => {
    const token = secrets.newTokenSecret();
    expect(token).toMatch(/^sb_live_[A-Za-z0-9_-]{43}$/);
    expect(secrets.newTokenSecret()).not.toBe(token);
    expect(secrets.hashToken("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  test("voucher codes are 16 characters that cannot be misread, all of them used", () => {
    const codes = Array.from({ length: 2_000 }, () => secrets.newVoucherCode());
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join("")).size).toBe(32);
  });

  test("new passwords are long enough and grouped", () => {
    expect(secrets.newPassword()).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
  });

  test("fingerprints are equal for equal texts under one key alone", () => {
    expect(secrets.fingerprint("a")).toBe(secrets.fingerprint("a"));
    expect(secrets.fingerprint("a")).not.toBe(secrets.fingerprint("b"));
    expect(secrets.fingerprint("a")).not.toBe(stranger.fingerprint("a"));
  });

  test("fingerprints of an old key are known for their text alone", () => {
    const kept = secrets.fingerprint("a");
    expect(rotated.isFingerprintOf("a", kept)).toBe(true);
    expect(rotated.isFingerprintOf("a", rotated.fingerprint("a"))).toBe(true);
    expect(rotated.isFingerprintOf("b", kept)).toBe(false);
    expect(stranger.isFingerprintOf("a", kept)).toBe(false);
  });
});

test("a purpose has keys of its own, and finds its old ones by their ids", () => {
  const [current, old] = rotated.keysFor("doors");
  expect(secrets.keysFor("doors")).toEqual([old]);
  expect(stranger.keysFor("doors")).toEqual([current]);
  expect(current?.key).toMatch(/^[\w-]{43}$/);
  expect(secrets.keysFor("windows")[0]?.key).not.toBe(old?.key);
  expect(createSecrets({ current: first, old: [first] }).keysFor("doors")).toEqual([old]);
});

describe("what is told", () => {
  test("a key that is too short is refused without a word of it", () => {
    expect(() => createSecrets({ current: "hunter2", old: [] })).toThrow(/at least 32/);
    expect(() => createSecrets({ current: "hunter2", old: [] })).not.toThrow(/hunter2/);
    expect(() => createSecrets({ current: first, old: ["hunter2"] })).toThrow(/at least 32/);
  });

  test("the keys cannot be read off it", () => {
    expect(inspect(secrets, { depth: 9, showHidden: true })).not.toContain(first);
    expect(JSON.stringify(secrets)).toBe(JSON.stringify({ keyIds: secrets.keyIds }));
  });
});
