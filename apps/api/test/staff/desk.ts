import type { Merchant, StaffRole } from "@stampbook/core/context";
import { deliverMessages, type OutgoingMessage } from "@stampbook/core/messages";
import { schema } from "@stampbook/db";
import { vi } from "vitest";
import type { Answer, AnyHouse } from "../harness.ts";

export const ORIGIN = "http://127.0.0.1:3000";
export const PASSWORD = "a long enough password";

export type Person = { readonly id: string; readonly email: string; readonly name: string };
/** A person's browser, with cookies and the address from which it calls. */
export type Browser = {
  readonly auth: (path: string, body?: unknown, headers?: Headers) => Promise<Answer>;
  readonly query: (procedure: string, input?: unknown) => Promise<Answer>;
  readonly mutate: (procedure: string, input?: unknown, headers?: Headers) => Promise<Answer>;
  readonly cookies: Map<string, string>;
};
type Headers = Readonly<Record<string, string | undefined>>;

let last = 0;

/** Helpers for tests of the console's calls: people, their browsers and their mails. */
export function deskIn(house: AnyHouse) {
  /** The verifier of `PASSWORD`, the same for every person. */
  let verifier: Promise<string> | undefined;

  /** A new person with a password, who works for no merchant yet. */
  async function person(email = `person-${++last}@example.com`): Promise<Person> {
    const id = house.core.secrets.newRowId();
    const name = email.split("@")[0] ?? email;
    verifier ??= house.core.secrets.hashPassword(PASSWORD);
    const password = await verifier;
    await house.core.db.insert(schema.staffUsers).values({ id, email, name });
    await house.core.db
      .insert(schema.staffAccounts)
      .values({ id: `a${id}`, accountId: id, providerId: "credential", userId: id, password });
    return { id, email, name };
  }

  async function hire(who: Person, merchant: Merchant, role: StaffRole, stores: number[] = []) {
    const row = { merchantId: merchant.id, userId: who.id, role, stores };
    await house.core.db.insert(schema.staffMembers).values(row);
  }

  async function dismiss(who: Person) {
    await house.core.db.execute(`delete from staff_members where user_id = '${who.id}'`);
  }

  /** A browser with an address of its own, so that tests do not share rate limits. */
  function browser(from = `10.1.${Math.floor(++last / 250)}.${1 + (last % 250)}`): Browser {
    const cookies = new Map<string, string>();
    async function send(method: string, path: string, body: unknown, headers: Headers) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const all = {
        origin: ORIGIN,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      };
      const given = Object.entries(all).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const answer = await house.send({
        method,
        path,
        headers: Object.fromEntries(given),
        payload,
        from,
      });
      for (const line of [answer[2]["set-cookie"] ?? []].flat()) {
        const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
        if (/Max-Age=0/i.test(rest)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    }
    return {
      cookies,
      auth: (path, body, headers = {}) =>
        send(body === undefined ? "GET" : "POST", `/staff-auth${path}`, body, headers),
      query: (procedure, input) => {
        const text =
          input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
        return send("GET", `/trpc/${procedure}${text}`, undefined, {});
      },
      mutate: (procedure, input = {}, headers = {}) =>
        send("POST", `/trpc/${procedure}`, input, headers),
    };
  }

  /** Sends the waiting mails, and returns the link in the mail to an address. Null if there is none. */
  async function linkTo(address: string): Promise<URL | null> {
    await resetsSent(house.core);
    const sent: OutgoingMessage[] = [];
    await deliverMessages(house.core, "email", async (message) => {
      sent.push(message);
      return { kind: "sent", providerId: null };
    });
    // notices about changed accounts contain no link
    const texts = sent.flatMap(({ recipient, text }) => (recipient === address ? [text] : []));
    const link = /^https?:\S+$/m.exec(texts.join("\n"))?.[0];
    return link ? new URL(link) : null;
  }

  /** Makes the person's sessions as if the password had been entered again just now. */
  async function confirm(who: Pick<Person, "id">) {
    await house.core.db.execute(
      `update staff_sessions set password_checked_at = now() where user_id = '${who.id}'`,
    );
  }

  /** A browser in which a new person in this role has signed in, and has just entered the password again. */
  async function at(merchant: Merchant, role: StaffRole, stores: number[] = []): Promise<Browser> {
    const who = await person();
    await hire(who, merchant, role, stores);
    const own = browser();
    await own.auth("/sign-in/email", { email: who.email, password: PASSWORD });
    await confirm(who);
    return own;
  }

  return { person, hire, dismiss, confirm, browser, at, linkTo };
}

/**
 * Resolves once the service has handled all requests for reset links. It answers them first, and queues their
 * mails afterwards.
 */
export async function resetsSent({ db }: AnyHouse["core"]): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await db.query.staffVerifications.findMany();
      if (rows.some(({ identifier }) => identifier === "reset request"))
        throw new Error("requests for reset links still wait");
    },
    { timeout: 30_000 },
  );
}

/** The data in the answer of a tRPC call. */
export function dataOf([, body]: Answer): unknown {
  return (body as { result: { data: unknown } }).result.data;
}

/** The code that a tRPC call was refused with. */
export function refusedBy([, body]: Answer): unknown {
  const { error } = body as { error: { data: { code: string; failure: { code: string } | null } } };
  return error.data.failure?.code ?? error.data.code;
}
