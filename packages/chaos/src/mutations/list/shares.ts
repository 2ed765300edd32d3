import type { Mutation } from "../types.ts";

const test = {
  file: "apps/api/test/noisy-merchant.test.ts",
  name: "T43: one merchant floods with",
};

/** Mutations that remove the limits of a merchant's share of the database connections and of the calls. */
export const shares: readonly Mutation[] = [
  {
    id: "T43",
    file: "packages/db/src/share.ts",
    find: "isContended ? 1 / 2 : 3 / 4",
    replace: "1",
    test,
  },
  {
    id: "T43",
    file: "packages/db/src/pool/gate.ts",
    find: "const share = callerMerchant();",
    replace: "const share = callerMerchant() && null;",
    test: { ...test, name: "T43: one merchant floods with single statements" },
  },
  {
    id: "T43",
    file: "apps/api/src/running/admission.ts",
    find: "const own = inWork.countOf(holder);",
    replace: "const own = inWork.size();",
    test,
  },
];
