import type { OperationMeta } from "../meta.ts";
import type { JsonSchema } from "../wire/json-schema.ts";
import { inputCodes } from "./refusals.ts";

const text = (description: string) => ({ type: "string", description });
const count = (description: string) => ({ type: "integer", description });

const code = { error_code: text("The code of the first refusal.") };
const limit = {
  limit: text("In a 429: the limit that was reached, as the header `RateLimit` names it."),
};
const four = ["detail", "errors", "error_code", "error_message"];

/** The keys of refusals that name the fields. */
const ofFields = {
  detail: text("The field and the text of the first refusal: `<field>: <text>`."),
  ...code,
  error_message: text("The same text as `detail`; on paths of memberships without the field."),
  ...limit,
};
const byField = {
  type: "object",
  additionalProperties: { type: "string" },
  description: "Each wrong field with its text.",
};

/** The bodies of refusals, and the codes of wrong input. */
export const bodies: Readonly<Record<string, JsonSchema>> = {
  InputCode: { type: "string", description: "The codes of wrong input.", enum: inputCodes },
  Detail: {
    type: "object",
    description: "A refusal that is not about a field.",
    properties: { detail: text("What is wrong."), ...limit },
    required: ["detail"],
  },
  Denied: {
    type: "object",
    description: "Says what a token lacks, or that the call came over plain HTTP.",
    properties: {
      detail: text("What is wrong."),
      error_code: {
        type: "string",
        enum: ["missing_scope", "other_store"],
        description: "What the token lacks. Absent over plain HTTP.",
      },
      error_message: text("The scope or the store that the token lacks."),
      errors: { type: "object", description: "Always empty." },
    },
    required: ["detail"],
  },
  ErrorBody: {
    type: "object",
    description: "A refusal.",
    properties: {
      ...ofFields,
      errors: byField,
      status: {
        type: "string",
        const: "invalid",
        description: "Only in `validate-mobile-number` and `reset-otp-limit`.",
      },
      existing_modification_id: count("The return that has the invoice number."),
      booking: {
        $ref: "#/components/schemas/Booking",
        description: "In `stale_revision` of a booking: the booking as it is.",
      },
    },
    required: four,
  },
  ErrorList: {
    type: "object",
    description: "A refusal whose `errors` is a list.",
    properties: {
      ...ofFields,
      errors: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: { type: "string" },
          minProperties: 1,
          maxProperties: 1,
        },
        description: "Each wrong field with its text, as an object with one key.",
      },
      existing_transaction_id: count(
        "In `duplicate_invoice_number`: the id of the sale that has the invoice number.",
      ),
      existing_transaction_status: {
        type: "string",
        enum: ["Created", "Open", "Canceled"],
        description: "The status of that sale.",
      },
    },
    required: four,
  },
  ErrorInfo: {
    type: "object",
    description: "A refusal of a sale's cancel.",
    properties: {
      detail: text("The same text as `errors.info`."),
      errors: {
        type: "object",
        description: "The text of the refusal.",
        properties: { info: text("What is wrong.") },
        required: ["info"],
      },
      ...code,
      error_message: text(
        "The text of `errors.info`; in `insufficient_stamps` also what can be done.",
      ),
      stamps_needed: count("In `insufficient_stamps`: the stamps that the cancel takes back."),
      stamps_remaining: count("In `insufficient_stamps`: the stamps that the customer has."),
      stamps_missing: count("In `insufficient_stamps`: how many more are needed."),
      related_redemptions: {
        type: "array",
        items: { type: "integer" },
        description:
          "The ids of the sale's redemptions that `cancel_related_redemptions` would cancel and that would give stamps back.",
      },
    },
    required: four,
  },
  BookingError: {
    type: "object",
    description: "A refusal of a booking.",
    properties: { detail: ofFields.detail, validation_errors: byField },
    required: ["detail", "validation_errors"],
  },
};

/** The names of `bodies` that a refusal of input may have. */
export const refusalBodies = ["ErrorBody", "ErrorList", "ErrorInfo", "BookingError"] as const;

/** The name of the body that an operation refuses with. */
export function bodyOf(meta: OperationMeta): (typeof refusalBodies)[number] {
  if (meta.failureBody) return "BookingError";
  if (meta.failureErrors === "info") return "ErrorInfo";
  return meta.failureErrors === "list" ? "ErrorList" : "ErrorBody";
}

const inputCode = { $ref: "#/components/schemas/InputCode" };

function codesOf(codes: readonly string[], orInput: boolean): JsonSchema {
  if (!orInput) return { enum: codes };
  return codes.length ? { anyOf: [inputCode, { enum: codes }] } : inputCode;
}

/** A body whose `error_code` is one of `codes`, or also one of wrong input. */
export function bodyWith(
  body: (typeof refusalBodies)[number],
  codes: readonly string[],
  { orInput = false } = {},
) {
  const whole = { $ref: `#/components/schemas/${body}` };
  if (body === "BookingError") return whole;
  const error_code = { ...codesOf(codes, orInput), description: code.error_code.description };
  return { allOf: [whole, { type: "object", properties: { error_code } }] };
}
