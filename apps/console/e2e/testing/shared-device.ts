import { randomInt } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { callsOf, KEMANG, type Newcomer } from "./calls.ts";
import { PASSWORD } from "./merchant.ts";
import { sessionOf } from "./session.ts";
import { test as base } from "./test.ts";

/** The PIN of the cashier. */
export const PIN = "804619";

type Staff = { owner: APIRequestContext; manager: Newcomer; cashier: Newcomer };

/**
 * A test with a new manager and a new cashier, because a failed run may leave PINs blocked. The cashier has a
 * PIN.
 */
export const test = base.extend<Staff>({
  owner: async ({ playwright, baseURL }, use) => {
    const storageState = sessionOf("owner");
    const owner = await playwright.request.newContext({ storageState, baseURL: baseURL ?? "" });
    await use(owner);
    await owner.dispose();
  },
  manager: async ({ owner, baseURL }, use) => use(await hire(owner, "manager", baseURL)),
  cashier: async ({ owner, baseURL, playwright }, use) => {
    const cashier = await hire(owner, "cashier", baseURL);
    const phone = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await setPin(phone, cashier, baseURL);
    await phone.dispose();
    await use(cashier);
  },
});

async function hire(owner: APIRequestContext, role: "manager" | "cashier", baseURL?: string) {
  const name = `${role === "manager" ? "Made" : "Citra"} ${randomInt(1_000_000)}`;
  const email = `${name.toLowerCase().replace(" ", "-")}@example.com`;
  const newcomer = { name, email, password: PASSWORD };
  await callsOf(owner, baseURL).hire(newcomer, role);
  return newcomer;
}

/** Signs a person in on a separate device, and sets their PIN to `PIN`. */
async function setPin(phone: APIRequestContext, person: Newcomer, origin = "") {
  const { email, password } = person;
  const post = postAs(phone, { origin });
  await post("/staff-auth/sign-in/email", { email, password });
  await post("/staff-auth/verify-password", { password });
  await post("/trpc/staff.ownPin.set", { pin: PIN });
}

/**
 * Returns a function that sends a call, and repeats it until it succeeds: too many calls at once are refused.
 */
function postAs(request: APIRequestContext, headers: Record<string, string>) {
  return (path: string, data: object) =>
    expect(async () => {
      const answer = await request.post(path, { data, headers });
      expect(answer.ok(), await answer.text()).toBe(true);
    }).toPass();
}

/** Signs a person in, and enrolls the page's browser as a shared device of the store `KEMANG`. */
export async function enrol(page: Page, { email, password }: Newcomer, origin = "") {
  const post = postAs(page.request, { origin, "x-stampbook-merchant": "1" });
  await post("/staff-auth/sign-in/email", { email, password });
  await post("/staff-auth/verify-password", { password });
  await post("/staff-auth/quick-switch/enrol", {
    storeId: KEMANG,
    name: `Counter ${randomInt(1_000_000)}`,
  });
}
