import { openFillClient } from "@stampbook/db/testing";
import type { OpenHarness } from "../open-harness.ts";
import { noonZone } from "./days.ts";
import type { Parts } from "./tested.ts";

/** Opens a merchant for calls that staff or a till make about a member with 5 stamps. */
export async function openOffice(t: OpenHarness) {
  const merchant = await t.given.merchant({ timezone: noonZone });
  const members = new Map<string | null, Awaited<ReturnType<typeof t.given.customer>>>();
  return {
    merchant,
    /** Makes a member. With `twin`, returns the member of that call, if it has one. */
    member: async ({ customer, membership }: Parts, twin?: { readonly email: string | null }) => {
      const member =
        members.get(twin?.email ?? null) ??
        (await t.given.customer(merchant, customer, { stamps: 5, ...membership }));
      members.set(member.email, member);
      return member;
    },
    /** The columns of a call's audit entry and of its key. */
    recorded: async () => recordedAs(await t.deps.ids.take(merchant.id, "audit_entries"), null),
  };
}

/** The columns of a call's audit entry and of its key. */
export const recordedAs = (auditId: number, key: string | null) => ({
  ...{ auditId, actor: "token:1", subject: "", reason: null, address: null },
  ...{ key, fingerprint: key && "f" },
});

/** Makes members with 10 stamps, by default 8,000, whose ids count from 1. Their email is `<id>@x.example`. */
export async function fillMembers(t: OpenHarness, merchantId: number, count = 8_000) {
  const sql = await openFillClient(t.open.url);
  const of = sql`${merchantId}::bigint, n`;
  const numbers = sql`generate_series(1, ${count}::int) n`;
  await sql`insert into customers (merchant_id, id, member_id, name, email)
    select ${of}, 'M' || n, 'C', n || '@x.example' from ${numbers}`;
  await sql`insert into customer_identifiers (merchant_id, customer_id, form, value)
    select ${of}, 'email', n || '@x.example' from ${numbers}`;
  await sql`insert into memberships (merchant_id, customer_id, level, stamps)
    select ${of}, 100, 10 from ${numbers}`;
  await sql.end();
  return ["customers", "customer_identifiers", "memberships"];
}

/** Makes a merchant's `fillMembers`. Returns 64 calls of `callOf`, each for another member and with a key. */
export async function manyMembers<Call>(
  t: OpenHarness,
  callOf: (
    member: { readonly id: number; readonly email: string },
    recorded: ReturnType<typeof recordedAs>,
  ) => Call,
  count?: number,
) {
  const { id: merchantId } = await t.given.merchant();
  const tables = await fillMembers(t, merchantId, count);
  const calls = Array.from({ length: 64 }, (_, n) => {
    const id = n * 100 + 1;
    return callOf({ id, email: `${id}@x.example` }, recordedAs(n + 1, `k${n}`));
  });
  return { merchantId, tables, changes: "memberships", calls };
}
