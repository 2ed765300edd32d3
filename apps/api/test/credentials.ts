import type { schema } from "@stampbook/db";
import { expect } from "vitest";
import type { Answer, AnyHouse } from "./harness.ts";
import { openShop, refusal, type Shop } from "./shop.ts";

/** The address of an operation: its path over REST, its name over tRPC. */
export type Endpoint = readonly [path: `/api/${string}`, procedure: string];
type Body = Readonly<Record<string, unknown>>;

/** The fourteen operations, by their names in docs/operations.md. */
export const at = {
  validatePassword: ["/api/auth/validate-password", "password.validate"],
  setPin: ["/api/pin/set", "pin.set"],
  changePin: ["/api/pin/change", "pin.change"],
  validatePin: ["/api/pin/validate", "pin.validate"],
  unblockPin: ["/api/pin/unblock", "pin.unblock"],
  requestPinOtp: ["/api/pin/request-otp-for-reset", "pin.requestReset"],
  resetPin: ["/api/pin/reset", "pin.reset"],
  resetPinWithPassword: ["/api/pin/reset-with-password", "pin.resetWithPassword"],
  changePassword: ["/api/auth/change-password", "password.change"],
  setPassword: ["/api/auth/set-password", "password.set"],
  requestPasswordOtp: ["/api/auth/request-otp-for-password-reset", "password.requestReset"],
  resetPassword: ["/api/auth/reset-password-with-otp", "password.reset"],
  validateMobileNumber: ["/api/auth/validate-mobile-number", "mobileNumber.validate"],
  resetOtpLimit: ["/api/auth/reset-otp-limit", "otp.resetLimit"],
} as const satisfies Record<string, Endpoint>;

export const PIN = "024680";
export const PASSWORD = "correct horse";
export const ok = { status: "ok" };

/** A new shop whose customers have credentials. */
export type Counter = Awaited<ReturnType<typeof openCounter>>;

export async function openCounter(
  house: AnyHouse,
  settings: Partial<typeof schema.merchants.$inferInsert> = {},
) {
  const shop = await openShop(house, settings);
  const { merchant } = shop;
  let numbers = 0;
  const customer = async (row: Partial<typeof schema.customers.$inferInsert> = {}) => {
    const local = `0812398${String(10_000 + ++numbers)}`;
    const made = await house.given.customer(merchant, {
      name: "Ayu",
      mobileNumber: `+62${local.slice(1)}`,
      ...row,
    });
    return { ...made, local, user: made.email };
  };
  const does = async ([path]: Endpoint, body: Body) => {
    const [status, answer] = await shop.call(path, body);
    expect([status, answer]).toEqual([200, expect.objectContaining(ok)]);
    return answer as { otp: string };
  };
  return {
    ...shop,
    customer,
    does,
    withPin: async () => {
      const made = await customer();
      await does(at.setPin, { user: made.user, pin: PIN, confirm_pin: PIN });
      return made;
    },
    withPassword: async () => {
      const made = await customer();
      await does(at.setPassword, { email: made.email, new_password: PASSWORD });
      return made;
    },
    /** Sets how many wrong guesses each token of the merchant has made in the current minute. */
    guessed: (times: number) =>
      house.core.db.execute(
        `insert into attempt_counters (merchant_id, subject, window_start, count)
         select merchant_id, 'guesses token:' || id, now(), ${times} from api_tokens where merchant_id = ${merchant.id}`,
      ),
    sql: (statement: string) => house.core.db.execute(statement),
  };
}

/** The expected answer of an endpoint: 200 with a body, or a refusal from `refused`. */
type Wanted = readonly [status: number, body: Body];

/**
 * Calls an endpoint over REST and over tRPC, each with a new body from `make`. Expects the same complete
 * answer of both: the body, or the documented refusal.
 */
export async function expectBoth(
  shop: Pick<Shop, "call" | "callTrpc">,
  [path, procedure]: Endpoint,
  make: () => Body | Promise<Body>,
  [status, body]: Wanted,
): Promise<void> {
  const [restStatus, rest, headers] = await shop.call(path, await make());
  expect([restStatus, rest]).toEqual([status, body]);
  expect(headers["retry-after"]).toEqual(
    status === 429 ? expect.stringMatching(/^\d+$/) : undefined,
  );
  const trpc = await shop.callTrpc(procedure, await make());
  expect(trpc).toEqual([status, status === 200 ? body : overTrpc(status, body)]);
}

/** A refusal of one field; by default with status 400. */
export function refused(code: string, field: string, message: unknown, status = 400): Wanted {
  return [status, refusal(code, field, message)];
}

/** The refusal of a caller that has guessed too often. */
export function tooManyGuesses(field: string): Wanted {
  const says = expect.stringMatching(/^Too many wrong codes.* try again in \d+ second/);
  const limit = expect.stringMatching(/^guesses/);
  return [429, { ...refusal("too_many_attempts", field, says), limit }];
}

/**
 * A refusal of several fields, in the order of the fields in `docs/interface.md`. The code is that of the
 * first field.
 */
export function refusedFields(code: string, errors: Readonly<Record<string, string>>): Wanted {
  const [first = "", message = ""] = Object.entries(errors)[0] ?? [];
  return [400, { ...refusal(code, first, message), errors }];
}

/** A refusal as tRPC shows it. Keys that it lacks are undefined, which `toEqual` takes as absent. */
function overTrpc(status: number, { errors, error_code: code, limit, ...rest }: Body) {
  const [[field, message] = []] = Object.entries(errors as Readonly<Record<string, unknown>>);
  const retryAfter = status === 429 ? expect.any(Number) : undefined;
  const { existing_modification_id: existingModificationId } = rest;
  return { code, errors, field, message, limit, existingModificationId, retryAfter };
}

/** The status, and the refused fields in the order of the answer. */
export function fieldsOf([status, body]: Answer): [number, string[]] {
  return [status, Object.keys((body as { errors: object }).errors)];
}
