import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain } from "../../testing/index.ts";
import { anonymizeCustomer, exportCustomer } from "./index.ts";

// The emails or mobile numbers of other customers contain Ani's. Tests that an export and an erasure of Ani
// leave the other customers' rows alone, and find all texts that quote Ani.

const EMAIL = "ani@x.co";
const MOBILE = "+628123456789";

/** Identifiers of other customers that contain Ani's email or mobile number. */
const others = [
  { email: "rani@x.co", mobileNumber: "+6281111111101" },
  { email: "rina.ani@x.co", mobileNumber: "+6281111111102" },
  { email: "o'ani@x.co", mobileNumber: "+6281111111103" },
  { email: "rina+ani@x.co", mobileNumber: "+6281111111104" },
  { email: "ani@x.co.id", mobileNumber: "+6281111111105" },
  { email: "ani@x.co-op.id", mobileNumber: "+6281111111106" },
  { email: "budi@x.co", mobileNumber: "+6281234567890" },
];

/** Texts that quote Ani. */
const quotes = [
  ...[EMAIL, "ANI@x.co", `told ${EMAIL}.`, `told ${EMAIL}...`, `(${EMAIL})`, `<${EMAIL}>`],
  ...[`'${EMAIL}'`, `"${EMAIL}"`, `mailto:${EMAIL}?subject=a`, `one\n${EMAIL}\ntwo`, `${EMAIL}'s`],
  ...[`rani@x.co, ${EMAIL}`, `rani@x.co;${EMAIL};`, `- ${EMAIL}- asked`, `-${EMAIL}`],
  ...[MOBILE, `call ${MOBILE}.`, `${MOBILE}/+6281234567890`, `a\n${MOBILE}`, `tel:${MOBILE},`],
];

describe("a customer with similar identifiers", () => {
  const t = harnessOfFile();

  // far above the ids that the service assigns, so that the anonymization's own audit entry has another id
  let lastId = 100_000;
  const idOf = (merchant: Merchant) => ({ merchantId: merchant.id, id: ++lastId });

  /** Writes an audit entry, a refusal and a stored outcome that quote a text. */
  async function write(merchant: Merchant, text: string) {
    const { id } = idOf(merchant);
    const own = { merchantId: merchant.id, id };
    const entry = { ...own, action: "a", actor: "token:1", subject: `message m${id}` };
    await t.db.insert(schema.auditEntries).values([
      { ...entry, reason: text },
      { ...entry, ...idOf(merchant), details: { note: { from: null, to: text } } },
    ]);
    await t.db
      .insert(schema.refusals)
      .values({ ...own, operation: "o", code: "c", message: "m", found: text, caller: "token:1" });
    await t.given.outcome(merchant, {
      operation: "members.register",
      key: `key ${id}`,
      outcome: { frame: {}, changed: { note: text } },
    });
  }

  /** Makes Ani, and rows that quote the texts. */
  async function setting(texts: readonly string[]) {
    const merchant = await t.given.merchant();
    const ani = await t.given.customer(merchant, { email: EMAIL, mobileNumber: MOBILE });
    for (const text of texts) await write(merchant, text);
    const ctx = t.as(merchant);
    const exported = async () => {
      const { audit } = await exportCustomer(ctx, { customerId: ani.id });
      return audit as readonly object[];
    };
    const anonymize = () =>
      anonymizeCustomer(ctx, {
        ...{ customerId: ani.id, reason: "asked for it", confirmation: ani.name },
      });
    /** The rows that can quote a text, without the rows that the anonymization itself writes. */
    const rows = async () => {
      const all = await t.rows(merchant);
      const entries = [...(all.get("auditEntries")?.values() ?? [])];
      return {
        entries: entries.filter(({ action }) => action === "a"),
        refusals: [...(all.get("refusals")?.values() ?? [])],
        keys: [...(all.get("idempotencyKeys")?.values() ?? [])],
        outcomes: [...(all.get("idempotencyOutcomes")?.values() ?? [])],
      };
    };
    return { merchant, ani, exported, anonymize, rows };
  }

  it.each(others)("M14: leaves $email with $mobileNumber alone", async (other) => {
    const { exported, anonymize, rows } = await setting([
      ...[other.email, `told ${other.email}.`, `told ${other.email}, ${other.mobileNumber}`],
      ...[other.mobileNumber, `"${other.email}"`, `${other.mobileNumber}.`],
    ]);
    const before = await rows();
    expect(Object.values(before).map(({ length }) => length)).toEqual([12, 6, 6, 6]);
    const inExport = await exported();
    await anonymize();
    expect({ inExport, ...(await rows()) }).toEqual({ inExport: [], ...before });
  });

  it("M14: does not make a retry of another's till redeem twice", async () => {
    const { merchant, anonymize } = await setting([]);
    const store = await t.given.store(merchant);
    const rani = await t.given.customer(merchant, { email: "rani@x.co" }, { stamps: 9 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
    const till = t.keyed(merchant, "Rani's visit");
    const redeem = () =>
      redeemReward(till, {
        ...{ ...plain, user: rani.email, store: store.id },
        ...{ reward: reward.id, qty: 1, stamps: null },
      });
    const first = await redeem();
    await anonymize();
    expect((await redeem()).redemption.id).toBe(first.redemption.id);
    expect(till.replays()).toBe(1);
    expect((await t.rows(merchant)).get("redemptions")?.size).toBe(1);
  });

  it("M14: is found wherever a text quotes them", async () => {
    const { exported, anonymize, rows } = await setting(quotes);
    expect(await exported()).toHaveLength(2 * quotes.length);
    await anonymize();
    const { entries, ...deleted } = await rows();
    expect(entries.map(({ reason, details }) => [reason, details])).toEqual(
      quotes.flatMap(() => [
        [null, {}],
        [null, {}],
      ]),
    );
    expect(deleted).toEqual({ refusals: [], keys: [], outcomes: [] });
  });
});
