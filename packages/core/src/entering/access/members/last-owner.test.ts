import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf, whileItWaits, withoutRowLocks } from "../../../testing/index.ts";
import { changeMember, listStaff, removeMember } from "../index.ts";

const t = harnessOfFile();

/** A merchant with two owners. The first one leaves while `work` on the second one waits. */
async function setting() {
  const merchant = await t.given.merchant();
  const [first, second] = [`first-${merchant.id}`, `second-${merchant.id}`];
  for (const id of [first, second]) {
    await t.db.insert(schema.staffUsers).values({ id, name: id, email: `${id}@example.com` });
    const row = { merchantId: merchant.id, userId: id, role: "owner" };
    await t.db.insert(schema.staffMembers).values(row);
  }
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: second, role: "owner", stores: null },
  });
  const waits = {
    lock: "select 1 from staff_members where merchant_id = $1 for update",
    change: `delete from staff_members where merchant_id = $1 and user_id = '${first}'`,
  };
  const whileTheFirstLeaves = (work: () => Promise<void>) =>
    whileItWaits(t, merchant.id, waits, work);
  const owners = async () => {
    const { members } = await listStaff(ctx);
    return members.filter(({ role }) => role === "owner").map(({ userId }) => userId);
  };
  return { ctx, second, whileTheFirstLeaves, owners };
}

type Setting = Awaited<ReturnType<typeof setting>>;

test.each([
  ["is removed", ({ ctx, second }: Setting) => removeMember(ctx, second)],
  [
    "becomes a cashier",
    ({ ctx, second: userId }: Setting) =>
      changeMember(ctx, { userId, role: "cashier", stores: [] }),
  ],
])("who %s while the other owner leaves stays the last one", async (_, work) => {
  const locked = await setting();
  const refused = locked.whileTheFirstLeaves(() => work(locked));
  expect((await refusalOf(refused)).rule).toBe("a merchant has an owner");
  expect(await locked.owners()).toEqual([locked.second]);
  const careless = await setting();
  await withoutRowLocks(() => careless.whileTheFirstLeaves(() => work(careless)));
  expect(await careless.owners(), "without the locks").toEqual([]);
});
