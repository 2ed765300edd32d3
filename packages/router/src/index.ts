import { checkPinCall, mayCall, type StaffCaller } from "@stampbook/core/access";
import { bookings } from "./operations/bookings/index.ts";
import { diagnostics } from "./operations/diagnostics/index.ts";
import { members } from "./operations/members/index.ts";
import { merchants } from "./operations/merchants/index.ts";
import { mobileNumber } from "./operations/mobile-number/index.ts";
import { otp } from "./operations/otp/index.ts";
import { outcomesOf } from "./operations/outcomes/index.ts";
import { password } from "./operations/password/index.ts";
import { pin } from "./operations/pin/index.ts";
import { promoCodes } from "./operations/promo-codes/index.ts";
import { redemptions } from "./operations/redemptions/index.ts";
import { returns } from "./operations/returns/index.ts";
import { rewards } from "./operations/rewards/index.ts";
import { stamps } from "./operations/stamps/index.ts";
import { stores } from "./operations/stores/index.ts";
import { transactions } from "./operations/transactions/index.ts";
import { vouchers } from "./operations/vouchers/index.ts";
import { listProcedures } from "./procedures.ts";
import { staffWith } from "./staff/index.ts";
import { router } from "./trpc.ts";

/** The operations of tokens and guests, by the names in docs/operations.md. */
const operations = {
  password,
  pin,
  mobileNumber,
  otp,
  redemptions,
  vouchers,
  promoCodes,
  rewards,
  transactions,
  returns,
  stamps,
  merchants,
  members,
  bookings,
  stores,
};

/** Every procedure. */
export const appRouter = router({
  ...operations,
  outcomes: outcomesOf(listProcedures(router(operations))),
  diagnostics,
  staff: staffWith(callableBy),
});

/** The procedures that a person may call. */
function callableBy(caller: StaffCaller): readonly string[] {
  const callable = listProcedures(appRouter).filter(
    ({ meta }) => mayCall(caller.role, meta.role) && !checkPinCall(caller, meta.byPin),
  );
  return callable.map(({ name }) => name);
}

/** The type of the router, for clients. */
export type AppRouter = typeof appRouter;

export type { Context } from "./context.ts";
export type { Method, OperationMeta } from "./meta.ts";
export { Page } from "./operations/diagnostics/error-pages.ts";
export { type ListedProcedure, listProcedures } from "./procedures.ts";
export {
  type ShownFailure,
  showFailure,
  shownFailure,
  tooFast,
  unknownCaller,
} from "./refusals.ts";
export type { OnCall } from "./run-procedure.ts";
export { hasRequired } from "./wire/check-fields.ts";
