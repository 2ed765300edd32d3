import { addAward, adjustStamps, deductStamps } from "@stampbook/core/awards";
import type { CoreContext, StaffRole } from "@stampbook/core/context";
import { issueVouchersTo } from "@stampbook/core/issuing";
import { addCustomer, setLevel } from "@stampbook/core/members";
import { saveStore } from "@stampbook/core/merchants";
import { redeemPromoCode } from "@stampbook/core/redeeming";
import { addDays, daysBetween } from "./calendar.ts";
import type { Shop } from "./shop.ts";
import { losari, momentIn, openingHoursOf } from "./stores.ts";

/** What somebody does by hand on a day. */
type Act = {
  readonly daysAgo: number;
  readonly who: "till" | StaffRole;
  readonly act: (ctx: CoreContext, today: string) => Promise<unknown>;
};

/** The templates "Birthday Cake" and "Rp 25,000 Off" of the example. */
const [CAKE, DISCOUNT] = [14, 16];
const ayu = { user: "M0101", store: 32 };
const person = { memberId: null, address: "", birthday: null };
const level = { upgradeOnly: true, level: 200 };

const firstCome =
  (user: string): Act["act"] =>
  (ctx) =>
    redeemPromoCode(ctx, {
      user,
      store: losari.id,
      promoCode: "USEDUP",
      invoiceNumber: null,
      channel: 2,
      extraData: null,
      requestId: null,
    });

const acts: readonly Act[] = [
  { daysAgo: 54, who: "till", act: firstCome("M0114") },
  { daysAgo: 53, who: "till", act: firstCome("M0122") },
  {
    daysAgo: 44,
    who: "manager",
    act: (ctx) =>
      adjustStamps(ctx, { customerId: 122, delta: 12, reason: "Stamps of her paper card" }),
  },
  {
    daysAgo: 31,
    who: "owner",
    act: (ctx) =>
      saveStore(ctx, {
        id: losari.id,
        fields: {
          code: "LS07",
          name: "Losari",
          displayName: "",
          area: "",
          address: "",
          phone: "",
          email: "",
          timezone: "Asia/Makassar",
          isActive: true,
          largestParty: 10,
          openingHours: openingHoursOf(losari),
        },
      }),
  },
  {
    daysAgo: 23,
    who: "cashier",
    act: (ctx) =>
      addCustomer(ctx, {
        ...person,
        name: "Nadia Salsabila",
        gender: "female",
        email: "nadia.salsabila@example.com",
        mobileNumber: "+6281200000331",
      }),
  },
  {
    daysAgo: 18,
    who: "manager",
    act: (ctx) =>
      issueVouchersTo(ctx, {
        templateId: DISCOUNT,
        customerIds: [113, 115, 124, 216, 217, 218],
        reason: "The power was out in Losari",
      }),
  },
  {
    daysAgo: 12,
    who: "till",
    act: (ctx, today) =>
      addAward(ctx, { ...ayu, stamps: 5, notes: "Birthday", expiresOn: addDays(today, 30) }),
  },
  {
    daysAgo: 8,
    who: "till",
    act: (ctx, today) => setLevel(ctx, { ...level, user: "M0124", endDate: addDays(today, 60) }),
  },
  {
    daysAgo: 6,
    who: "till",
    act: (ctx, today) =>
      setLevel(ctx, { ...level, user: "M0113", level: 300, endDate: addDays(today, 60) }),
  },
  {
    daysAgo: 5,
    who: "till",
    act: (ctx) => addAward(ctx, { ...ayu, stamps: 3, notes: "Order came late", expiresOn: null }),
  },
  {
    daysAgo: 4,
    who: "cashier",
    act: (ctx) =>
      addCustomer(ctx, {
        ...person,
        name: "Rio Pangestu",
        gender: "male",
        email: "rio.pangestu@example.com",
        mobileNumber: "+6281200000332",
      }),
  },
  {
    daysAgo: 3,
    who: "till",
    act: (ctx) => deductStamps(ctx, { user: "M0101", stamps: 2, notes: "Counted twice" }),
  },
  {
    daysAgo: 2,
    who: "manager",
    act: (ctx) =>
      issueVouchersTo(ctx, { templateId: CAKE, customerIds: [119], reason: "Birthday" }),
  },
  {
    daysAgo: 1,
    who: "manager",
    act: (ctx) =>
      adjustStamps(ctx, { customerId: 108, delta: -4, reason: "Stamps of another customer" }),
  },
];

/** Does what is done by hand on a date, before the stores open. */
export async function actsOn(shop: Shop, date: string): Promise<void> {
  const moment = momentIn(losari, date, "07:40");
  const daysAgo = daysBetween(date, shop.today);
  for (const { who, act } of acts.filter((each) => each.daysAgo === daysAgo))
    await act(shop.at(who, moment), shop.today);
}
