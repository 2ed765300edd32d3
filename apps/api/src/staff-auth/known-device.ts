import { createHmac, timingSafeEqual } from "node:crypto";
import type { CoreDeps } from "@stampbook/core/context";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A cookie that names a device on which a person has signed in. */
export type DeviceCookie = {
  readonly name: string;
  readonly value: string;
  readonly maxAge: number;
};

export type KnownDevices = {
  /** The device's id, if a cookie of ours says that this person has signed in on the device; else null. */
  readonly idOf: (email: string, cookies: ReadonlyMap<string, string>) => string | null;
  /** Returns a device cookie for this person, with this id, or with a new id if `id` is null. */
  readonly cookieOf: (email: string, id: string | null) => DeviceCookie;
};

/**
 * Recognizes devices on which people have signed in. The server stores nothing: the cookie is signed for the
 * person's email. The cookie only decides to which count a wrong password is added. Each person has their own
 * cookie, because a shop's devices are shared.
 */
export function knownDevices(
  { secrets }: Pick<CoreDeps, "secrets">,
  secureCookies: boolean,
): KnownDevices {
  const keys = secrets.keysFor("staff device").map(({ key }) => key);
  const nameOf = (key: string, email: string) =>
    `${secureCookies ? "__Secure-" : ""}stampbook.device.${sign(key, `name ${email}`).slice(0, 16)}`;

  function readId(key: string, email: string, value: string | undefined): string | null {
    const [id = "", ends = "", mac = ""] = (value ?? "").split(".");
    const right = Buffer.from(sign(key, `${id} ${ends} ${email}`));
    const sent = Buffer.from(mac);
    const isOurs = sent.length === right.length && timingSafeEqual(sent, right);
    return isOurs && Number(ends) > Date.now() / 1000 ? id : null;
  }

  return {
    idOf: (typed, cookies) => {
      const email = typed.toLowerCase();
      for (const key of keys) {
        const id = readId(key, email, cookies.get(nameOf(key, email)));
        if (id !== null) return id;
      }
      return null;
    },
    cookieOf: (typed, known) => {
      const email = typed.toLowerCase();
      const [key = ""] = keys;
      const id = known ?? secrets.newRowId();
      const ends = Math.floor(Date.now() / 1000) + YEAR_SECONDS;
      const value = `${id}.${ends}.${sign(key, `${id} ${ends} ${email}`)}`;
      return { name: nameOf(key, email), value, maxAge: YEAR_SECONDS };
    },
  };
}

const sign = (key: string, text: string) =>
  createHmac("sha256", key).update(text).digest("base64url");
