import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { runFor } from "../../testing/index.ts";
import { openProfiles } from "./change-profile.cases.ts";
import { profileChanges } from "./change-profile.ts";

// closes the database without an audit: the calls set columns that do not belong together
const t = harnessOfFile({ isAudited: false });

const { statement } = profileChanges;

/** Makes a merchant. `idOf` is the member of a call, and `give` gives a member an identifier. */
async function setting() {
  const { merchant, call } = await openProfiles(t);
  const { id: merchantId } = merchant;
  const { customerIdentifiers: entries, customers, oneTimePasswords } = schema;
  const idOf = async ({ email }: { readonly email: string | null }) => {
    const [row] = await t.db
      .select()
      .from(customers)
      .where(eq(customers.email, email ?? ""));
    return row?.id ?? 0;
  };
  const give = (customerId: number, form: string, value: string, isReserved = false) =>
    t.db.insert(entries).values({ merchantId, customerId, form, value, isReserved });
  const identifiers = async () =>
    (await t.db.select().from(entries).where(eq(entries.merchantId, merchantId))).map(
      ({ customerId, form, value }) => `${customerId} ${form} ${value}`,
    );
  const sendPassword = (customerId: number) =>
    t.db.insert(oneTimePasswords).values({
      ...{ merchantId, customerId, purpose: "pin", mac: "any" },
      expiresAt: "2100-01-01T00:00:00Z",
    });
  const openPasswords = async () =>
    (
      await t.db.select().from(oneTimePasswords).where(eq(oneTimePasswords.merchantId, merchantId))
    ).map(({ customerId }) => customerId);
  const run = runFor(t, { merchantId, offsetMs: 0 });
  return { merchant, call, idOf, give, identifiers, sendPassword, openPasswords, run };
}

test("a value that another has in another form is free, and so is one's own", async () => {
  const { merchant, call, idOf, give, run } = await setting();
  const { id: other } = await t.given.customer(merchant);
  await give(other, "email", "BOTH");
  const own = await call({ asked: { memberId: "MINE" } });
  await give(await idOf(own), "memberId", "MINE", true);
  expect(await run(statement, [await call({ asked: { memberId: "BOTH" } }), own])).toEqual([
    ...[true, true],
  ]);
});

test("what is freed goes, and the member's other forms and values stay", async () => {
  const { call, idOf, give, identifiers, run } = await setting();
  const one = await call({ call: { freed: [{ form: "memberId", value: "OLD" }] } });
  const id = await idOf(one);
  await give(id, "memberId", "OLD");
  await give(id, "memberId", "KEPT");
  await give(id, "mobileNumber", "OLD");
  expect(await run(statement, [one])).toEqual([true]);
  const left = await identifiers();
  expect(left).not.toContain(`${id} memberId OLD`);
  expect(left).toEqual(expect.arrayContaining([`${id} memberId KEPT`, `${id} mobileNumber OLD`]));
});

test("a new identifier voids the member's one-time passwords, a new name none", async () => {
  const { merchant, call, idOf, sendPassword, openPasswords, run } = await setting();
  const renamed = await call({ asked: { memberId: null, name: "Budi" } });
  const changed = await call();
  const { id: other } = await t.given.customer(merchant);
  const ids = [await idOf(renamed), await idOf(changed), other];
  for (const id of ids) await sendPassword(id);
  expect(await run(statement, [renamed, changed])).toEqual([true, true]);
  expect((await openPasswords()).sort()).toEqual([ids[0], other].sort());
});

test("a call that is answered by its key does not hold up another of the member", async () => {
  const { call, run } = await setting();
  const first = { ...(await call()), key: "k", fingerprint: "f" };
  expect(await run(statement, [first])).toEqual([true]);
  const [again, next] = [await call({}, first), await call({}, first)];
  expect(await run(statement, [{ ...again, key: "k", fingerprint: "f" }, next])).toEqual([
    ...[false, true],
  ]);
});

test.each([
  ["name", "Cici"],
  ["extraData", '{"till": 4}'],
])("a call that was computed from another %s is not done", async (field, value) => {
  const { call, run } = await setting();
  const one = await call();
  const computedFrom = { ...(one.computedFrom as object), [field]: value };
  expect(await run(statement, [{ ...one, computedFrom }])).toEqual([false]);
});
