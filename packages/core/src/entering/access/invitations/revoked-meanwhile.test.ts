import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { Secret } from "../../../foundation/secret.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf, whileItWaits, withoutRowLocks } from "../../../testing/index.ts";
import { acceptInvitation, inviteStaff, listStaff } from "../index.ts";

const t = harnessOfFile();

/** An invitation that is revoked while a call that accepts it waits for its row. */
async function setting() {
  const merchant = await t.given.merchant();
  const id = `owner-${merchant.id}`;
  await t.db.insert(schema.staffUsers).values({ id, name: id, email: `${id}@example.com` });
  await t.db
    .insert(schema.staffMembers)
    .values({ merchantId: merchant.id, userId: id, role: "owner" });
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: id, role: "owner", stores: null },
  });
  const email = `invited-${merchant.id}@example.com`;
  const linkTo = (secret: string) => `https://console.example/invitation?secret=${secret}`;
  const { link } = await inviteStaff(ctx, {
    ...{ email, role: "manager", stores: [] },
    ...{ hasMail: false, linkTo },
  });
  const secret = new URL(link).searchParams.get("secret") ?? "";
  const password = new Secret("a long enough password");
  const waits = {
    lock: "select 1 from staff_invitations where merchant_id = $1 for update",
    change: "update staff_invitations set revoked_at = now() where merchant_id = $1",
  };
  const accept = () =>
    acceptInvitation(t.deps, { secret, name: "Dewi", password, sessionUserId: null });
  return {
    whileItIsRevoked: () => whileItWaits(t, merchant.id, waits, accept),
    joined: async () =>
      (await listStaff(ctx)).members.filter((member) => member.email === email).length,
  };
}

test("an invitation that is revoked while it is accepted lets nobody in", async () => {
  const locked = await setting();
  const { message } = await refusalOf(locked.whileItIsRevoked());
  expect(message).toContain("revoked");
  expect(await locked.joined()).toBe(0);
  const careless = await setting();
  await withoutRowLocks(() => careless.whileItIsRevoked());
  expect(await careless.joined(), "without the lock").toBe(1);
});
