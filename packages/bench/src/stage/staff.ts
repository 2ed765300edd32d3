import type { Shop } from "./shop.ts";
import { shop as things } from "./things.ts";

const ORIGIN = "http://127.0.0.1:3000";
const EMAIL = "owner@example.com";
const PASSWORD = "a long enough password";

/** Adds an owner, signs the owner in, and returns the headers of a console call. */
export async function signIn({ stage, api }: Shop): Promise<Readonly<Record<string, string>>> {
  const { sql, core } = stage;
  const id = core.secrets.newRowId();
  const verifier = await core.secrets.hashPassword(PASSWORD);
  await sql`insert into staff_users (id, email, name) values (${id}, ${EMAIL}, 'Owner')`;
  await sql`insert into staff_accounts (id, account_id, provider_id, user_id, password)
    values (${`a${id}`}, ${id}, 'credential', ${id}, ${verifier})`;
  await sql`insert into staff_members (merchant_id, user_id, role) values (${things.merchant}, ${id}, 'owner')`;
  const common = { Origin: ORIGIN, "X-Forwarded-Proto": "https" };
  const answer = await fetch(`http://127.0.0.1:${api.port}/staff-auth/sign-in/email`, {
    method: "POST",
    headers: { ...common, "Content-Type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Nobody could sign in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { ...common, Cookie: cookies.join("; ") };
}
