import type { Mutation } from "../types.ts";

const file = "apps/api/test/staff/quick-switch.test.ts";
const journey = "apps/console/e2e/accounts/quick-switch.spec.ts";
const SESSIONS = "packages/core/src/access/sign-in/sessions.sql.ts";

/** Mutations that remove checks of PINs on shared devices: which calls a PIN allows, and for how long. */
export const sharedDevices: readonly Mutation[] = [
  {
    id: "T59",
    file: "packages/router/src/trpc.ts",
    find: " ?? checkPinCall(caller, meta?.byPin)",
    replace: "",
    test: { file, name: "T59: calls what the till and the desk need, and nothing else" },
  },
  {
    id: "T59",
    file: "apps/api/src/staff-accounts/hidden-sessions.ts",
    find: "youngerThan(clockOffsetMs), openedByPassword",
    replace: "youngerThan(clockOffsetMs)",
    test: { file, name: "T59: is no session for better-auth" },
  },
  {
    id: "T60",
    file: "packages/core/src/devices/tries.sql.ts",
    find: `where \${people.wrongTries} < \${sql.raw(String(PIN_TRIES))}`,
    replace: "where true",
    test: {
      file: "packages/core/src/devices/races.test.ts",
      name: "T60: of many wrong PINs at once, in two processes, five are checked",
    },
  },
  {
    id: "T61",
    file: SESSIONS,
    find: ` and \${isOpenStill}`,
    replace: "",
    test: { file, name: "T61: ends when the device is revoked" },
  },
  {
    id: "T61",
    file: SESSIONS,
    find: " and k.id = s.pin_id",
    replace: "",
    test: { file, name: "T61: ends when the PIN is changed" },
  },
  {
    id: "T62",
    file: "packages/core/src/devices/tries.sql.ts",
    find: `from person where not "needsFactor"`,
    replace: "from person",
    test: {
      file,
      name: "T62: of a person with a second factor opens nothing where they did not use it",
    },
  },
  {
    id: "T63",
    file: "apps/console/src/features/frame/desk-page.tsx",
    find: " || chosen.has(LOCKED_COOKIE)",
    replace: "",
    test: { file: journey, name: "T63: a device locks after the owner's minutes" },
  },
  {
    id: "T63",
    file: "apps/console/src/features/shared-device/use-lock.ts",
    find: "void signOut();",
    replace: "setEnding(false);",
    test: { file: journey, name: "T63: a locked device shows nothing, calls nothing" },
  },
  {
    id: "T63",
    file: "apps/console/src/features/shared-device/locked.ts",
    find: "tabs.postMessage(isOn);",
    replace: "",
    test: { file: journey, name: "T63: a device locks after the owner's minutes" },
  },
];
