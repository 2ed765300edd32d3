import type { Mutation } from "../types.ts";

const fairQueue = "packages/core/src/fair-queue.ts";
const hashTest = "packages/core/src/hash-queue.test.ts";
const compiler = "packages/core/src/messages/templates/compile-mjml.ts";
const compilerTest = "packages/core/src/messages/templates/compile-mjml.test.ts";

/** Mutations of the queues of hashes and of templates, of the bookings' counts, and of erasure. */
export const queues: readonly Mutation[] = [
  {
    id: "S9",
    file: "packages/db/src/pool/waiting-line.ts",
    find: "turns.push(share, kind,",
    replace: "turns.push(null, kind,",
    test: { file: hashTest, name: "S9 (T43): merchants take turns" },
  },
  {
    id: "T43",
    file: fairQueue,
    find: "own >= shareOf(most, taken > own)",
    replace: "false",
    test: { file: hashTest, name: "S9 (T43): one merchant gets three quarters" },
  },
  {
    id: "S9",
    file: "packages/core/src/pin/check-pin.ts",
    find: "spentChecks && overBudget(spentChecks),",
    replace: "",
    test: {
      file: "packages/core/src/pin/pins.test.ts",
      name: "S9: a customer's right PINs are counted",
    },
  },
  {
    id: "S9",
    file: "packages/core/src/argon2id.rules.ts",
    find: "time: 4,",
    replace: "time: 16,",
    test: {
      file: "packages/core/src/secrets.test.ts",
      name: "verifiers of another cost S9: a dearer one is outdated too",
    },
  },
  {
    id: "S5",
    file: compiler,
    find: "waitingOfMerchant: 1, ",
    replace: "",
    test: { file: compilerTest, name: "S5 (T43): merchants take turns" },
  },
  {
    id: "S5",
    file: compiler,
    find: "...(signal && { signal }), ",
    replace: "",
    test: { file: compilerTest, name: "S5: ten wait in all" },
  },
  {
    id: "T43",
    file: "packages/db/src/pool/lanes.ts",
    find: "const atLimit = isCapped(share, kind);",
    replace: "const atLimit = false;",
    test: {
      file: "packages/db/src/pool/shares.test.ts",
      name: "O18: statements that wait for a locked table O18: take four",
    },
  },
  {
    id: "S13",
    file: "packages/core/src/bookings/adding/add-booking.ts",
    find: "networkSubject: network &&",
    replace: "networkSubject: null &&",
    test: {
      file: "apps/api/test/contract/bookings.test.ts",
      name: "S13 (T17): is 5 accepted bookings an hour at a store",
    },
  },
  {
    id: "S14",
    file: "packages/core/src/privacy/personal-columns.sql.ts",
    find: " is null and $",
    replace: " is null and false and $",
    test: {
      file: "packages/core/src/privacy/personal-data.test.ts",
      name: "a customer's personal data S14 (M14): is found under the identifiers of before",
    },
  },
];
