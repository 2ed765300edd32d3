import type { Registration } from "@stampbook/core/members";
import type { Model, Registered } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

const emails = [0, 1, 2, 3].map((n) => `new-${n}@example.com`);
const numbers = [0, 1, 2, 3].map((n) => `+62812000090${n}`);

const ownerOf = (model: Model, field: "email" | "mobileNumber", value: string | null) =>
  value === null ? undefined : model.registered.find((each) => each[field] === value);

export function registerMember(_: Model, real: Real, draw: Draw): Step {
  const email = nth(emails, draw.thing);
  const mobileNumber = draw.flag ? nth(numbers, draw.qty) : null;
  const input: Registration = {
    ...{ name: "Ayu", email, mobileNumber, memberId: null, gender: "", address: "" },
    ...{ notes: "", isActive: true },
    ...{ birthday: null, postalCode: "", store: nth(real.stores, draw.store).id, password: null },
    ...{ pin: null, referralCode: null, employeeCode: null, newsletters: null },
    ...{ smsMarketing: null, whatsappMarketing: null, method: null, messageTemplate: null },
    extraData: null,
  };
  return step({
    // the same name as in `registerInPart`, because the service stores the outcomes of both as one operation
    operation: "register",
    input,
    predict: (model) => {
      if (ownerOf(model, "email", email)) return "email_already_used";
      return ownerOf(model, "mobileNumber", mobileNumber) ? "mobile_number_already_used" : null;
    },
    call: async (ctx) => ({ id: (await real.verbs.registerMember(ctx, input)).id }),
    apply: ({ registered }, { id }) => {
      registered.push({ id, email, mobileNumber });
    },
  });
}

/** Registers by email or mobile number. If a member has the value already, the service returns the member. */
export function registerInPart(_: Model, real: Real, draw: Draw): Step {
  const field = draw.flag ? "email" : "mobileNumber";
  const user = nth(draw.flag ? emails : numbers, draw.thing);
  const input = { user, sendsMessage: false, employeeCode: null };
  return step({
    operation: "register",
    input,
    predict: () => null,
    isRepeat: (model) => ownerOf(model, field, user) !== undefined,
    call: async (ctx) => ({ id: (await real.verbs.registerInPart(ctx, input)).customer.id }),
    apply: (model, { id }) => {
      const owner = ownerOf(model, field, user);
      if (owner) return agree("the owner of an address", id, owner.id);
      model.registered.push({ id, email: null, mobileNumber: null, [field]: user });
    },
  });
}

/**
 * Sets the mobile number of a registered member. Another member may have the number. Null if nobody is
 * registered.
 */
export function changeProfile(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.registered.length) return null;
  const member: Registered = nth(model.registered, draw.thing);
  const mobileNumber = nth(numbers, draw.qty + draw.store);
  const change = {
    ...{ name: null, gender: null, birthday: null, address: null, postalCode: null, notes: null },
    ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
    ...{ email: null, mobileNumber, memberId: null, extraData: null },
  };
  return step({
    operation: "changeProfile",
    input: { user: member.id, change },
    predict: (now) => {
      const owner = ownerOf(now, "mobileNumber", mobileNumber);
      return owner && owner !== member ? "mobile_number_already_used" : null;
    },
    call: async (ctx) => ({
      id: (await real.verbs.changeProfile(ctx, member.id, change)).customer.id,
    }),
    apply: (_, { id }) => {
      agree("who is changed", id, member.id);
      member.mobileNumber = mobileNumber;
    },
  });
}
