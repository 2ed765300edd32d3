import type { Mutation } from "../types.ts";

const file = "packages/core/src/kernel/arms.ts";
const test = "packages/core/src/redeeming/redeem-voucher/checks.test.ts";

/** Mutations of what the kernel adds to every operation. A fault there is a fault of all operations. */
export const kernel: readonly Mutation[] = [
  {
    id: "T26",
    file,
    find: "without.lock === row",
    replace: "true",
    test: { file: test, name: "a held row of vouchers is skipped by a batch, and its call alone" },
  },
  {
    id: "T26",
    file,
    find: `[...once.map(snakeOf), "key"]`,
    replace: `["key"]`,
    test: { file: test, name: "voucherId: one of a batch is done, and leaves its key" },
  },
  {
    id: "T33",
    file,
    find: "needed.length ? ",
    replace: "false ? ",
    test: {
      file: test,
      name: "authorizationIsUnspent is judged again, and refuses with its words",
    },
  },
  {
    id: "T36",
    file,
    find: "isOwned = without.key ? ",
    replace: "isOwned = true ? ",
    test: { file: test, name: "the key that it writes" },
  },
];
