import { randomInt } from "node:crypto";
import type { Secrets } from "@stampbook/core/secrets";
import { addDays } from "./calendar.ts";
import { draw, pick } from "./draw.ts";
import { newMembers } from "./members.ts";
import type { EarlierSale } from "./sale-rows.ts";

type Membership = { readonly stamps?: number };
export type ExampleCustomer = {
  readonly id: number;
  readonly password?: string;
  readonly pin?: string;
  readonly membership?: Membership;
};

/** The member of the example whom the documented examples name. */
export const EXAMPLE_MEMBER = { id: 123, email: "customer@example.com" };

/**
 * The members of the example who keep their PIN, and those who keep their password. They are few, because each
 * needs a hash, which takes a core for 15 to 30 ms.
 */
const withPin: readonly number[] = [EXAMPLE_MEMBER.id, 101, 111];
const withPassword: readonly number[] = [EXAMPLE_MEMBER.id, 102];

/** What the example says for tests, and a shop would not have. */
const believable: Readonly<Record<number, object>> = {
  [EXAMPLE_MEMBER.id]: { name: "Dimas Prakoso" },
  111: { membership: { stamps: 1_240, balance: "350000.00" } },
};

/** The days until the first stamps of a member expire, by the member's id. */
const expiringIn: Readonly<Record<number, number>> = { 109: 3, 117: 6, 122: 11 };

/** Returns a member of the example with a random PIN and password, or with none. */
export function withNewSecrets<Row extends ExampleCustomer>(
  { password, pin, ...row }: Row,
  secrets: Secrets,
  today: string,
) {
  const { membership, ...changes }: { readonly membership?: Membership } = believable[row.id] ?? {};
  return {
    ...row,
    ...changes,
    ...(row.membership
      ? { membership: withLots({ ...row.membership, ...membership }, row.id, today) }
      : {}),
    ...(password && withPassword.includes(row.id) ? { password: secrets.newPassword() } : {}),
    ...(pin && withPin.includes(row.id)
      ? { pin: String(randomInt(1_000_000)).padStart(6, "0") }
      : {}),
  };
}

/** Divides the stamps of some members into two lots. The first one expires soon. */
function withLots(membership: Membership, id: number, today: string): object {
  const days = expiringIn[id];
  const { stamps = 0 } = membership;
  if (days === undefined) return membership;
  const first = Math.ceil(stamps / 3);
  return {
    ...membership,
    lots: [
      { stamps: first, expires_on: addDays(today, days) },
      { stamps: stamps - first, expires_on: addDays(today, 120) },
    ],
  };
}

/** The members that the demo has beside those of the example, with the level that their sales reach. */
export function memberRows(sales: readonly EarlierSale[], today: string): readonly object[] {
  return newMembers.map(({ id, user, name, gender }) => {
    const own = sales.filter(({ customer }) => customer === id);
    const spent = own.reduce((sum, { total_value: total }) => sum + Number(total), 0);
    const earned = own.reduce((sum, { stamps_earned: stamps }) => sum + stamps, 0);
    const since = addDays(today, -200 - Math.floor(draw(`since ${id}`) * 1_500));
    return {
      id,
      member_id: user,
      name,
      gender,
      mobile_number: `+62812000${id}${id}`,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
      birthday: addDays("1972-01-01", Math.floor(draw(`born ${id}`) * 12_000)),
      allow_newsletters: draw(`news ${id}`) < 0.5,
      membership: {
        level: spent >= 5_000_000 ? 300 : spent >= 1_000_000 ? 200 : 100,
        // some were spent before
        stamps: Math.round(earned * (0.2 + 0.3 * draw(`left ${id}`))),
        tags:
          draw(`tag ${id}`) < 0.25 ? [pick(["vip", "vegetarian", "office"], `tag ${id} is`)] : [],
        start_date: since,
        created: `${since}T03:00:00Z`,
      },
    };
  });
}
