import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { whileItWaits, withoutRowLocks } from "../../../testing/index.ts";
import { inviteStaff, removeMember } from "../index.ts";

const t = harnessOfFile();

/** A cashier of two merchants with a session. The second merchant removes them while the first one does. */
async function setting() {
  const [first, second] = [await t.given.merchant(), await t.given.merchant()];
  const [owner, cashier] = [`owner-${first.id}`, `cashier-${first.id}`];
  const email = `${cashier}@example.com`;
  for (const id of [owner, cashier])
    await t.db.insert(schema.staffUsers).values({ id, name: id, email: `${id}@example.com` });
  await t.db.insert(schema.staffMembers).values([
    { merchantId: first.id, userId: owner, role: "owner" },
    { merchantId: first.id, userId: cashier, role: "cashier" },
    { merchantId: second.id, userId: cashier, role: "cashier" },
  ]);
  await t.db.insert(schema.staffSessions).values({
    ...{ id: cashier, token: cashier, userId: cashier },
    expiresAt: new Date("2999-01-01"),
  });
  const ctx = t.as(first, {
    caller: { kind: "staff", merchant: first, userId: owner, role: "owner", stores: null },
  });
  const invited = `other-${first.id}@example.com`;
  const linkTo = (secret: string) => `https://console.example/invitation?secret=${secret}`;
  await inviteStaff(ctx, {
    ...{ email: invited, role: "cashier", stores: [] },
    hasMail: false,
    linkTo,
  });
  await t.db
    .update(schema.staffInvitations)
    .set({ email })
    .where(eq(schema.staffInvitations.merchantId, first.id));
  const waits = {
    lock: `select 1 from staff_users u join staff_invitations i on i.email = u.email
      where i.merchant_id = $1 for update`,
    change: `delete from staff_members where user_id = '${cashier}' and merchant_id <> $1`,
  };
  return {
    whileTheOtherRemoves: () => whileItWaits(t, first.id, waits, () => removeMember(ctx, cashier)),
    sessions: () => t.db.$count(schema.staffSessions, eq(schema.staffSessions.userId, cashier)),
  };
}

test("who is removed by two merchants at once has no session left", async () => {
  const locked = await setting();
  await locked.whileTheOtherRemoves();
  expect(await locked.sessions()).toBe(0);
  const careless = await setting();
  await withoutRowLocks(() => careless.whileTheOtherRemoves());
  expect(await careless.sessions(), "without the lock").toBe(1);
});
