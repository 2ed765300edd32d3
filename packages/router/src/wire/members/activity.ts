import { z } from "zod";
import { invoiceNumber } from "../sale/sale-shown.ts";
import { idOf, secondsAt, stampsLetGo } from "../shown.ts";

const status = z.literal([1, 2]).describe("1 Created, 2 Canceled.");
const channel = z.string().nullable().describe("The name of the channel. Null if none was sent.");
const Sale = z
  .object({ id: idOf("the sale"), invoice_number: invoiceNumber })
  .meta({ id: "SaleNamed", description: "A sale by its id and invoice number." });
const noneYet = z.literal(0).describe("Always 0.");
const name = z.string().describe("What it is called, such as `Transaction #9`.");

const common = {
  id: idOf("the activity"),
  created: secondsAt("The time of the activity"),
  notes: z.string().describe("A text about it. Never a reason that staff gave."),
  merchant: z
    .object({ id: idOf("the merchant"), name: z.string().describe("The name of the merchant.") })
    .describe("The merchant."),
  store: z
    .object({
      name: z.string().describe("The code of the store."),
      display_name: z.string().describe("The name that customers see."),
    })
    .optional()
    .describe("The store. Absent without one."),
};

/** An activity of one of the types, with what only it has. */
const activityOf = <Type extends z.ZodType, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
  meta: { readonly id: string; readonly description: string },
) => z.object({ ...common, type: type.describe("The type of the activity."), ...shape }).meta(meta);

const SaleActivity = activityOf(
  z.literal(0),
  {
    transaction: z
      .object({
        stamps: z.int().describe("The stamps that it earned."),
        name,
        status,
        invoice_number: invoiceNumber,
        channel,
      })
      .describe("The sale."),
  },
  { id: "SaleActivity", description: "A sale." },
);

const RedemptionActivity = activityOf(
  z.literal(1),
  {
    redemption: z
      .object({ stamps: z.int().describe("The stamps that it cost."), name, status, channel })
      .describe("The redemption."),
  },
  { id: "RedemptionActivity", description: "A redemption." },
);

const AwardActivity = activityOf(
  z.literal(2),
  {
    award: z
      .object({ stamps: z.int().describe("The stamps that were given."), name, status })
      .describe("The award."),
  },
  { id: "AwardActivity", description: "Stamps that were given." },
);

const LevelActivity = activityOf(
  z.literal([5, 6, 12]),
  { stamps: noneYet },
  {
    id: "LevelActivity",
    description: "Another level: 5 raised, 6 lowered, 12 set by hand. `notes` says which.",
  },
);

const RegistrationActivity = activityOf(
  z.literal(9),
  {},
  { id: "RegistrationActivity", description: "The customer's registration." },
);

const DeductionActivity = activityOf(
  z.literal(10),
  {
    stamps_deduction: z
      .object({
        stamps: z.int().describe("The stamps that were taken."),
        status,
        notes: z.string().describe("The notes of the deduction."),
      })
      .describe("The deduction."),
  },
  { id: "DeductionActivity", description: "Stamps that were taken." },
);

const ModificationActivity = activityOf(
  z.literal(11),
  {
    transaction_modification: z
      .object({
        root_transaction: Sale,
        original_transaction: Sale,
        modified_transaction: Sale,
        id: idOf("the modification"),
        created: secondsAt("The time of the modification"),
        stamps_delta: z.int().describe("What the stamps changed by."),
        stamps_delta_override: z.null().describe("Always null."),
        stamps_refund_from_payments: noneYet,
        total_stamps_delta: z.int().describe("What the stamps changed by."),
        subtotal_delta: z.number().describe("What the subtotal changed by."),
        grand_total_delta: z.number().describe("What the total changed by."),
        stamps_taken: z.int().describe("The stamps that were taken back."),
        stamps_owed_delta: z.int().describe("The stamps that the customer owes since."),
        stamps_let_go: stampsLetGo,
        return_invoice_number: z
          .string()
          .nullable()
          .describe("The invoice number of a return. Null for a modification."),
        invoice_number: invoiceNumber,
        channel,
      })
      .describe("The modification. There is one sale, so all three name it."),
  },
  { id: "ModificationActivity", description: "What was taken off a sale." },
);

const ExpiryActivity = activityOf(
  z.literal(15),
  { expired_stamps: z.int().describe("The stamps that expired.") },
  { id: "ExpiryActivity", description: "Stamps that expired." },
);

/** An activity of a customer. Its `type` says which further key it has. */
export const Activity = z
  .discriminatedUnion("type", [
    SaleActivity,
    RedemptionActivity,
    AwardActivity,
    LevelActivity,
    RegistrationActivity,
    DeductionActivity,
    ModificationActivity,
    ExpiryActivity,
  ])
  .meta({
    id: "Activity",
    description:
      "Something that happened to a customer. `type`: 0 sale, 1 redemption, 2 stamps given, 5 level raised, 6 level lowered, 9 registration, 10 stamps taken, 11 sale modified, 12 level set by hand, 15 stamps expired.",
  });
