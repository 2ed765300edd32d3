import { slowest, throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, type Shop } from "../stage/shop.ts";
import { signIn } from "../stage/staff.ts";
import { emailOf, holderOf } from "../stage/things.ts";
import type { Contestant, Scenario } from "../types.ts";
import { redeemReward, redeemVoucher, type Work } from "../works/index.ts";

const DESKS = 4;

/** Compares the same calls on a large and on a small database: a growing shop must not become slow. */
export const growth: Scenario = {
  name: "growth",
  title: "redemptions, console lists and search on the large database: on the small one",
  group: "scale",
  open: async ({ connections, customers, size }) => {
    const [small, large] = [await openShop({ customers }), await openShop({ customers: size })];
    const [onSmall, onLarge] = [
      await contend(small, connections),
      await contend(large, connections),
    ];
    const pairs = onLarge.contestants.flatMap((contestant, at) => {
      const other = onSmall.contestants[at];
      return other ? [named(contestant, "large"), named(other, "small")] : [];
    });
    return {
      contestants: pairs,
      comparisons: [
        ...[redeemVoucher, redeemReward].map(({ name }) => ({
          ...throughput(`${name} small`, 0.75, `${name} large`),
          name,
        })),
        slowest("lists p95", "p95", { ours: "lists large", rival: "lists small", atMost: 1.5 }),
        slowest("lists p95 ms", "p95", { ours: "lists large", rival: null, atMost: 50 }),
      ],
      prove: async () => [...(await onSmall.prove()), ...(await onLarge.prove())],
      close: async () => {
        await Promise.all([small.close(), large.close()]);
      },
    };
  },
};

const named = (contestant: Contestant, size: string): Contestant => ({
  ...contestant,
  name: `${contestant.name} ${size}`,
});

async function contend(shop: Shop, connections: number) {
  const headers = await signIn(shop);
  let answered = 0;
  const redeeming = (work: Work) =>
    overHttp(shop, {
      name: work.name,
      server: shop.api,
      connections,
      supply: work.supply ?? "none",
      call: (n) => callOf(shop, work, n),
      fresh: redemptionId,
      count: (calls) => {
        answered += calls;
      },
    });
  const lists = overHttp(shop, {
    name: "lists",
    server: shop.api,
    connections: DESKS,
    supply: "none",
    call: (n) => {
      const [procedure, input] = looks(holderOf(n * 7919, shop.customers), n);
      return {
        path: `/trpc/staff.${procedure}`,
        headers: { ...headers },
        body: JSON.stringify(input),
      };
    },
  });
  return {
    contestants: [redeeming(redeemVoucher), redeeming(redeemReward), lists],
    prove: () => proveRows(shop.stage, answered),
  };
}

/** Returns the procedure and the input of the `n`-th page that staff look at. The pages repeat in a cycle. */
function looks(customer: number, n: number): [string, Readonly<Record<string, unknown>>] {
  const all: [string, Readonly<Record<string, unknown>>][] = [
    ["customers.search", { text: "" }],
    ["customers.search", { text: emailOf(customer) }],
    ["customers.search", { text: `customer ${customer}` }],
    ["customers.get", { customerId: customer }],
    ["customers.redemptions", { customerId: customer }],
    ["redemptions.list", {}],
    ["redemptions.list", { kind: "reward", status: "Created" }],
    ["vouchers.list", {}],
    ["vouchers.list", { code: `V${customer}` }],
    ["find", { text: emailOf(customer) }],
    ["find", { text: `V${customer}` }],
  ];
  return all[n % all.length] ?? ["customers.search", { text: "" }];
}
