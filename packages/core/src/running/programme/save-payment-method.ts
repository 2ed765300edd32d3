import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { again, keyOf } from "../../foundation/writing/index.ts";
import { codeKeyOf } from "../merchants/index.ts";
import type { PaymentMethod } from "./payment-methods.sql.ts";
import {
  isSameMethod,
  type MethodCall,
  operation,
  savePaymentMethods,
} from "./save-payment-method.sql.ts";

/**
 * Adds a method of payment, or changes the method with the same code. Writes an audit entry. A repeated call
 * changes nothing. Existing sales keep their stamps. Interface 2, section 3.
 */
export async function savePaymentMethod(ctx: CoreContext, method: PaymentMethod): Promise<void> {
  const { code, name, earns } = method;
  const call: MethodCall = {
    ...{ code, codeKey: codeKeyOf(code), name, earns },
    ...(await auditOf(ctx, { subject: `payment method ${code}` })),
    ...keyOf(ctx),
  };
  await again(ctx, {
    operation: { name: operation, statement: savePaymentMethods, subjects },
    call,
    refuse: () => null,
    isRace: isSameMethod,
  });
}

const subjects = ({ codeKey }: MethodCall) => [`payment method ${codeKey}`];
