import { auditParameters } from "../../foundation/audit/index.ts";
import {
  overBudget,
  purseOf,
  spendingOf,
  spendingParameters,
  textSpendings,
  withinBudgets,
} from "../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import { Failure, firstRefusal, unknownCustomer } from "../../foundation/failures.ts";
import {
  type Channel,
  checkDelivery,
  noMessage,
  prepareMessage,
  unusableTemplate,
} from "../../foundation/messages/index.ts";
import { unlessLost } from "../../foundation/retries/index.ts";
import { Secret } from "../../foundation/secret.ts";
import type { OfCustomer, SecretKind } from "../credentials/index.ts";
import { untilSaved } from "../credentials/index.ts";
import type { Customer } from "../customers/index.ts";
import { checkOtpAllowance } from "./otp.rules.ts";
import { loadOtpRequest, makeOtp, type OtpSeen } from "./otp.sql.ts";

type RequestOtpInput = OfCustomer & {
  readonly purpose: SecretKind;
  /** The channel of the message. Null: email. */
  readonly type: Channel | null;
  /** The code of the message's template. Null: no message is sent. */
  readonly templateCode: string | null;
};

/**
 * Creates a one-time password for a purpose and queues its message, in one statement. The previous one-time
 * password for the purpose is then void. Throws `invalid_user`, `invalid_type`, `invalid_template_code` and
 * `otp_limit_reached`. Interface, endpoints 6 and 11.
 */
export async function requestOtp(
  ctx: CoreContext,
  input: RequestOtpInput,
): Promise<{ readonly otp: Secret }> {
  return untilSaved(async () => {
    const seen = await loadOtpRequest(ctx, input.user, input.templateCode);
    const { customer, template } = judge(seen, input);
    const owner = { merchantId: ctx.caller.merchant.id, customerId: customer.id };
    const otp = ctx.secrets.newOtp();
    const [mac = ""] = ctx.secrets.otpMacs(owner, input.purpose, otp);
    const action = input.purpose === "pin" ? "pin.requestReset" : "password.requestReset";
    const entry = await auditParameters(ctx, { action, subject: `customer ${customer.id}` });
    const message = template ? prepare(ctx, seen, customer, template, otp) : noMessage;
    const parameters = { ...entry, ...message, customerId: customer.id, mac };
    const spendings = [
      spendingOf("codesOfCustomer", customer.id, seen.requestsPerHour),
      spendingOf("messagesOfCaller", actorOf(ctx.caller)),
      ...(message.messageId === null
        ? []
        : textSpendings(message.messageChannel, message.messageRecipient)),
    ];
    const making = withinBudgets(
      purseOf(ctx),
      spendings,
      () =>
        makeOtp(ctx, {
          ...parameters,
          ...spendingParameters(spendings),
          purpose: input.purpose,
          requestsPerHour: seen.requestsPerHour,
        }),
      (spent) => overBudget(spent, "otp_limit_reached"),
    );
    return (await unlessLost(making)) ? { otp: new Secret(otp) } : null;
  });
}

function judge(seen: OtpSeen, { templateCode: code, type }: RequestOtpInput) {
  const { customer, templates, requests, requestsPerHour, smsCountries } = seen;
  if (!customer) throw new Failure(unknownCustomer);
  const channel = type ?? "email";
  const template = templates.find((each) => each.channel === channel) ?? null;
  const refusal = firstRefusal(
    code === null ? null : checkDelivery({ code, channel, smsCountries }, template, customer),
    checkOtpAllowance(requests, requestsPerHour),
  );
  if (refusal) throw new Failure(refusal);
  return { customer, template };
}

function prepare(
  ctx: CoreContext,
  { secondsToLive }: OtpSeen,
  customer: Customer,
  template: OtpSeen["templates"][number],
  otp: string,
) {
  const values = {
    otp,
    minutes: String(Math.max(1, Math.floor(secondsToLive / 60))),
    customer_name: customer.name,
    merchant_name: ctx.caller.merchant.name,
  };
  const message = prepareMessage(ctx, { kind: "otp", template, customer, values, secondsToLive });
  if (message.messageError !== null)
    throw new Failure(unusableTemplate(template.code, message.messageError));
  return message;
}
