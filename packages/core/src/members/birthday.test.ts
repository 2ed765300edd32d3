import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { editCustomer, getCustomer } from "../people/customers/index.ts";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { refusalOf } from "../testing/index.ts";
import { addCustomer } from "./adding/add-customer.ts";
import { changeProfile } from "./change-profile/change-profile.ts";
import type { ProfileChange } from "./index.ts";
import { registrationOf } from "./registering/register-member.cases.ts";
import { registerMember } from "./registering/register-member.ts";

const t = harnessOfFile();

const nothing: ProfileChange = {
  ...{ name: null, gender: null, birthday: null, address: null, postalCode: null },
  notes: null,
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ email: null, mobileNumber: null, memberId: null, extraData: null },
};

async function setting(timezone = "UTC") {
  const merchant = await t.given.merchant({ timezone });
  const { id: customerId } = await t.given.customer(merchant);
  const ctx = t.as(merchant);
  return { merchant, customerId, ctx };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** What takes a birthday. */
const verbs: Readonly<Record<string, (one: Setting, birthday: string) => Promise<unknown>>> = {
  "registering a member": ({ ctx }, birthday) =>
    registerMember(ctx, { ...registrationOf("new@example.com"), memberId: "A-1", birthday }),
  "changing a profile": ({ ctx, customerId }, birthday) =>
    changeProfile(ctx, customerId, { ...nothing, birthday }),
  "adding a customer": ({ ctx }, birthday) =>
    addCustomer(ctx, {
      ...{ name: "Ani", email: null, mobileNumber: null, memberId: null },
      ...{ gender: "", address: "", birthday },
    }),
  "editing a customer": ({ ctx, customerId }, birthday) =>
    editCustomer(ctx, { customerId, birthday }),
};

describe.each(Object.entries(verbs))("F12: %s", (_, verb) => {
  test("takes a birthday from 1900 to today in the merchant's time zone", async () => {
    const firstIn = "Pacific/Kiritimati";
    const lastIn = "Pacific/Pago_Pago";
    const today = new Intl.DateTimeFormat("sv", { timeZone: firstIn }).format(new Date());
    const first = await setting(firstIn);
    const last = await setting(lastIn);
    const wrong = { code: "invalid", field: "birthday" };
    expect(await refusalOf(verb(first, "1899-12-31"))).toMatchObject(wrong);
    expect(await refusalOf(verb(last, today))).toMatchObject(wrong);
    await verb(first, today);
    await verb(last, "1900-01-01");
  });
});

test("F12: a birthday that an earlier version stored may stay", async () => {
  const { merchant, ctx, customerId } = await setting();
  const birthday = "2999-01-01";
  await t.db
    .update(schema.customers)
    .set({ birthday })
    .where(eq(schema.customers.merchantId, merchant.id));
  await editCustomer(ctx, { customerId, birthday, gender: "female" });
  await changeProfile(ctx, customerId, { ...nothing, birthday, address: "Jl Raya 2" });
  const { customer } = await getCustomer(ctx, customerId);
  expect(customer).toMatchObject({ birthday, gender: "female", address: "Jl Raya 2" });
});
