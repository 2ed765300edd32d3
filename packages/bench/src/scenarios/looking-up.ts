import { slowest } from "../comparisons.ts";
import { overHttp } from "../contestants/http.ts";
import type { Call } from "../load/connection.ts";
import { headersOf } from "../load/index.ts";
import { addExpiring, memberOf } from "../stage/expiring.ts";
import { openShop, type Shop } from "../stage/shop.ts";
import { shop as things } from "../stage/things.ts";
import type { Scenario } from "../types.ts";

/** Cashiers of one merchant who type at once. */
const DESKS = 4;
/** The longest wait that a cashier does not notice. */
const MOST_MS = 20;
/** Spreads consecutive numbers over all members. */
const STRIDE = 7_919;

type Members = { readonly from: number; readonly count: number };
type Answer = Readonly<Record<string, unknown>>;

/** Makes a scenario: a few cashiers look up members over REST at the same time, in a large database. */
function lookingUp(
  name: string,
  title: string,
  {
    pathOf,
    isFound,
  }: { pathOf: (n: number, id: number) => string; isFound: (a: Answer) => boolean },
): Scenario {
  return {
    name,
    title,
    group: "scale",
    open: async ({ customers, members: count }) => {
      const shop = await openShop({ customers });
      const members: Members = { from: customers + 1, count };
      await addExpiring(shop.stage, members);
      const cashiers = overHttp(shop, {
        ...{ name: "stampbook", server: shop.api, connections: DESKS, supply: "none" },
        call: (n) => ask(shop, pathOf(n, members.from + ((n * STRIDE) % count)), n),
        refused: (answer) => !isFound(answer),
      });
      return {
        contestants: [
          {
            ...cashiers,
            run: async (seconds) => {
              await refillBudgets(shop);
              return cashiers.run(seconds);
            },
          },
        ],
        comparisons: [
          slowest("p95 ms", "p95", { ours: "stampbook", rival: null, atMost: MOST_MS }),
        ],
        figures: () => [{ name: "members", value: count, unit: "rows" }],
        prove: async () => [],
        close: shop.close,
      };
    },
  };
}

const ask = (shop: Shop, path: string, n: number): Call => ({
  path,
  headers: headersOf(shop, n),
  body: "",
});

/** Resets all budgets. A token may make 120 searches a minute, and the bench can make more. */
async function refillBudgets({ stage }: Shop): Promise<void> {
  await stage.sql`delete from budgets where merchant_id = ${things.merchant}`;
}

/**
 * The text that a cashier types: all or the beginning of a member's name, last name, mobile number, email or
 * Member ID.
 */
function textOf(n: number, id: number): string {
  const { name, email, mobileNumber, memberId } = memberOf(id);
  const [first = "", last = ""] = name.split(" ");
  const all = [
    first.slice(0, 2),
    first,
    name,
    last,
    mobileNumber.slice(0, 6),
    mobileNumber.replace("+62", "0"),
    email.slice(0, 10),
    email,
    memberId.slice(0, 3),
    memberId,
  ];
  return all[n % all.length] ?? name;
}

/** The member's email, mobile number, Member ID or primary key, in turn. */
function userOf(n: number, id: number): string {
  const { email, mobileNumber, memberId } = memberOf(id);
  return [email, mobileNumber, memberId, String(id)][n % 4] ?? email;
}

/** Members that are suggested while a cashier types. */
export const suggestions = lookingUp(
  "suggestions",
  "memberships/suggestions for beginnings of names, numbers, emails and Member IDs, among many members",
  {
    pathOf: (n, id) => `/api/memberships/suggestions?query=${encodeURIComponent(textOf(n, id))}`,
    isFound: ({ suggestions: found }) => Array.isArray(found) && found.length > 0,
  },
);

/** A member in full, by email, mobile number, Member ID and primary key in turn. */
export const details = lookingUp(
  "details",
  "memberships/details by email, number, Member ID and primary key, among many members",
  {
    pathOf: (n, id) =>
      `/api/v2/memberships/details?verbose=true&user=${encodeURIComponent(userOf(n, id))}`,
    isFound: ({ user }) => typeof user === "object" && user !== null && "id" in user,
  },
);
