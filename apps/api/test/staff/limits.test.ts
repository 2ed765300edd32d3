import type { Merchant } from "@stampbook/core/context";
import { mostOf } from "@stampbook/core/limits";
import { exportMerchant } from "@stampbook/core/moving";
import { createTestDatabase } from "@stampbook/db/testing";
import { beforeAll, expect, it } from "vitest";
import { createPresenter } from "../../src/cli/merchant-file/present-part.ts";
import { type Document, documentWith, importedOf, type Json } from "../cli/office.ts";
import { contractInProcess } from "../contract.ts";
import { type Browser, dataOf, deskIn } from "./desk.ts";

const long = (length: number) => "x".repeat(length);

/**
 * A document in which texts, lists and numbers are at the limits of what is allowed, with fields that only a
 * file can set.
 */
function utmost(): Document {
  const { merchant, stores } = documentWith();
  const name = long(mostOf.name);
  const at = stores.map(({ id }) => id);
  return {
    merchant: {
      ...merchant,
      timezone: "UTC",
      settings: {
        pin_lifetime_attempts: mostOf.count,
        otp_ttl_seconds: 1,
        otp_max_attempts: mostOf.count,
        otp_requests_per_hour: mostOf.count,
        notify_template_code: long(mostOf.code),
      },
    },
    levels: [{ level: 100, name }],
    stores: stores.map(({ id }) => ({
      id,
      code: long(mostOf.code),
      name,
      display_name: name,
      area: name,
      address: long(mostOf.address),
      phone: long(mostOf.mobileNumber),
      email: long(mostOf.email),
      timezone: "UTC",
      largest_party: mostOf.count,
      opening_hours: {
        1: Array.from({ length: mostOf.spans }, (_, at) => ({
          from: `0${at}:00`,
          to: `0${at}:30`,
        })),
      },
      special_days: Array.from({ length: mostOf.specialDays }, (_, at) => ({
        date: new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10),
        name,
      })),
    })),
    customers: [
      {
        id: 1,
        email: `${long(80)}@long.example`,
        gender: long(mostOf.gender),
        address: long(mostOf.address),
        membership: { tags: Array.from({ length: mostOf.tags }, () => long(mostOf.tag)) },
      },
    ],
    voucher_templates: [
      {
        id: 1,
        name,
        is_dynamic: true,
        validity_days: mostOf.validityDays,
        picture_url: `pictures/${long(mostOf.pictureUrl - "pictures/".length)}`,
        short_description: long(mostOf.shortDescription),
        description: long(mostOf.description),
        instructions: long(mostOf.instructions),
        terms_and_conditions: long(mostOf.termsAndConditions),
        stores: at,
      },
    ],
    rewards: [
      { id: 1, code: long(mostOf.code), name, stamps_to_redeem: mostOf.stamps, stores: at },
      { id: 2, code: "flexible", name, kind: "flexible", stamps_to_redeem: 7 },
    ],
    promo_codes: [
      { id: 1, code: long(mostOf.code), name, max_uses: mostOf.count, max_uses_per_customer: 0 },
      { id: 2, code: "often", name, max_uses: 0, max_uses_per_customer: mostOf.count },
    ],
    message_templates: [
      {
        code: long(mostOf.code),
        channel: "email",
        subject: long(mostOf.subject),
        body: long(mostOf.body),
        html: long(mostOf.html),
      },
      {
        code: "otp",
        channel: "whatsapp",
        body: "{{otp}}",
        approved: {
          name: long(mostOf.approved.name),
          language: "i",
          parameters: Array.from({ length: mostOf.approved.parameters }, () =>
            long(mostOf.approved.parameter),
          ),
          button: long(mostOf.approved.parameter),
        },
      },
    ],
  };
}

contractInProcess("what a file brings and the console writes", (house) => {
  const desk = deskIn(house);
  let merchant: Merchant;
  let owner: Browser;
  beforeAll(async () => {
    const document = utmost();
    merchant = { ...(await house.given.merchant()), id: (document.merchant as Merchant).id };
    await importedOf(house.core, document);
    owner = await desk.at(merchant, "owner");
  });

  const read = async (procedure: string, input?: Json) =>
    dataOf(await owner.query(`staff.${procedure}`, input));
  const saves = async (procedure: string, input: unknown) =>
    expect((await owner.mutate(`staff.${procedure}`, input)).slice(0, 2)).toMatchObject([200, {}]);

  async function exported(deps = house.core): Promise<string> {
    const present = createPresenter();
    let text = "";
    await exportMerchant(deps, merchant.id, async (part) => {
      text += present(part);
    });
    return text;
  }

  const things: [kind: string, id: number, change: Json][] = [
    ["rewards", 1, { isActive: false }],
    ["rewards", 2, { isActive: false }],
    ["voucherTemplates", 1, { channels: [2] }],
    ["promoCodes", 1, { isActive: false }],
    ["promoCodes", 2, { isActive: false }],
  ];
  it.each(things)("the catalogue's %s, %i, can be saved as it came", async (kind, id, change) => {
    const before = (await read(`catalogue.${kind}.get`, { id })) as Json;
    await saves(`catalogue.${kind}.update`, { ...before, ...change });
    expect(await read(`catalogue.${kind}.get`, { id })).toEqual({ ...before, ...change });
  });

  it.each<[list: string, save: string, change: Json, savedApart?: Json]>([
    ["settings.stores.list", "settings.stores.update", { isActive: false }, { specialDays: null }],
    ["settings.stores.list", "settings.stores.saveSpecialDays", {}],
    ["settings.messageTemplates.list", "settings.messageTemplates.save", { subject: "Other" }],
  ])("%s can be saved as they came", async (list, save, change, apart) => {
    const before = (await read(list)) as Json[];
    expect(before).not.toEqual([]);
    for (const each of before) await saves(save, { ...each, ...change, ...apart });
    expect(await read(list)).toMatchObject(before.map((each) => ({ ...each, ...change })));
  });

  it("the policy can be saved as it came, and changes within its bounds alone", async () => {
    const before = (await read("settings.policy.get")) as Json;
    const change = { ...before, pinMaxAttempts: 5 };
    await saves("settings.policy.update", change);
    expect(await read("settings.policy.get")).toEqual(change);
    const beyond = { ...change, otpTtlSeconds: 59 };
    const [status, body] = await owner.mutate("staff.settings.policy.update", beyond);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("At least 60.")]);
    expect(JSON.stringify(body)).toContain('"field":"otpTtlSeconds"');
    expect(await read("settings.policy.get")).toEqual(change);
  });

  it("a customer without a name can be changed, and one with a name keeps one", async () => {
    const customerId = 1;
    const { customer, membership } = (await read("customers.get", { customerId })) as {
      customer: Json;
      membership: Json;
    };
    const { email, gender, address } = customer;
    const { tags } = membership;
    await saves("customers.edit", { customerId, email, gender, address, tags, level: 100 });
    await saves("customers.edit", { customerId, isActive: false });
  });

  it("and all of it imports again, to the same", async () => {
    const fresh = await createTestDatabase();
    const deps = { ...house.core, db: fresh.db };
    const text = await exported();
    await importedOf(deps, JSON.parse(text));
    expect(await exported(deps)).toBe(text);
    await fresh.close();
  });
});
