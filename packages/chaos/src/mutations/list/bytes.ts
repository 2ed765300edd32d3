import type { Mutation } from "../types.ts";

const largeBodies = "apps/api/test/contract/large-bodies.test.ts";

/** Mutations that let a stranger's bytes, or one token's, cost others their places or their time. */
export const bytes: readonly Mutation[] = [
  {
    id: "S2",
    file: "apps/api/src/running/admission.ts",
    find: "inWork.delete(response);\n      return () => {",
    replace: "return () => {",
    test: {
      file: "apps/api/test/contract/half-bodies.test.ts",
      name: "S2: keep out neither staff",
    },
  },
  {
    id: "S2",
    file: "apps/api/src/callers.ts",
    find: `=== null ? null : "session"`,
    replace: "=== null ? null : null",
    test: { file: "apps/api/src/callers.test.ts", name: "S2: of a signed session are told" },
  },
  {
    id: "S2",
    file: "apps/api/src/running/arrivals.ts",
    find: "if (others >= most) throw new Failure(tooBusy);",
    replace: "",
    test: {
      file: "apps/api/test/contract/half-bodies.test.ts",
      name: "S2: are counted by network",
    },
  },
  {
    id: "S3",
    file: "apps/api/src/rest/json-scan.ts",
    find: `if (++commas >= values) return "too many";`,
    replace: "commas++;",
    test: { file: "apps/api/src/rest/json-scan.test.ts", name: "S3: " },
  },
  {
    id: "S3",
    file: "apps/api/src/rest/body.ts",
    find: "if (metas.some(({ open }) => open)) return smallBody;",
    replace: "",
    test: { file: largeBodies, name: "S3: of a stranger are not read" },
  },
  {
    id: "S3",
    file: "packages/router/src/trpc.ts",
    find: "count(ctx).then(() => ({}))",
    replace: "({})",
    test: { file: largeBodies, name: "S3: a stranger's input counts before it is parsed" },
  },
  {
    id: "S3",
    file: "apps/api/src/token-in-message.ts",
    find: "if (token !== null || hasBody)",
    replace: "if (token !== null)",
    test: {
      file: "apps/api/test/contract/token-in-message.test.ts",
      name: "S3: a call whose body has no token counts as a wrong token",
    },
  },
  {
    id: "S4",
    file: "apps/api/src/http/rate-limit.ts",
    find: "Math.min(calls, burst) * msOfCall",
    replace: "msOfCall",
    test: { file: "apps/api/src/http/rate-limit.test.ts", name: "S4: counts a large body" },
  },
  {
    id: "S4",
    file: "packages/router/src/wire/sale/decimals.ts",
    find: " || whole.length > String(most).length",
    replace: "",
    test: {
      file: "packages/router/src/wire/sale/sale-fields.test.ts",
      name: "S4: a number is refused by its length",
    },
  },
  {
    id: "S18",
    file: "apps/console/src/app/choices/route.ts",
    find: `headers.get("origin") === own && type === "application/json"`,
    replace: "own !== type",
    test: { file: "apps/console/test/headers.spec.ts", name: "S18: only a page of the console" },
  },
  {
    id: "S21",
    file: "apps/api/src/staff-auth/cookie.ts",
    find: `secure ? "__Host-" : ""`,
    replace: `secure ? "__Secure-" : ""`,
    test: { file: "apps/api/test/staff/hop.test.ts", name: "S21 (T53): gets cookies" },
  },
  {
    id: "S22",
    file: "apps/api/src/staff-auth/mount.ts",
    find: "if (error instanceof TRPCError)",
    replace: "if (error instanceof TRPCError && !error.code)",
    test: { file: largeBodies, name: "S22: to a sign-in are refused" },
  },
  {
    id: "T52",
    file: "apps/console/src/server/inbound.ts",
    find: "if (name === CONSOLE_HOP || OURS.test(name)) delete",
    replace: "if (name === CONSOLE_HOP) delete",
    test: { file: "apps/console/test/inbound.test.ts", name: "T52: of a browser's headers" },
  },
  {
    id: "T53",
    file: "apps/api/src/staff-auth/origins.ts",
    find: "return trusted.includes(origin);",
    replace: "return origin !== trusted.join();",
    test: {
      file: "apps/api/test/staff/accounts/sign-in.test.ts",
      name: "T53: is refused on a call from another site",
    },
  },
];
