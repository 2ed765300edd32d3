import { mostOf } from "@stampbook/core/limits";
import {
  channels,
  listOutbox,
  listTemplates,
  messageKinds,
  previewTemplate,
  removeTemplate,
  retryMessage,
  saveTemplate,
  sendTestMessage,
} from "@stampbook/core/messages";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { day, id, maybe, prose, words } from "../fields.ts";
import { listing } from "../lists/listing.ts";
import { byTime } from "../lists/paging.ts";
import { listOf, ShownNamed } from "../shown/named.ts";

const channel = z.enum(channels);
const Named = z.object({ code: words(mostOf.code), channel });
const Approved = z.object({
  name: words(mostOf.approved.name),
  language: words(mostOf.approved.language),
  parameters: z
    .array(words(mostOf.approved.parameter))
    .max(mostOf.approved.parameters, `At most ${mostOf.approved.parameters}.`)
    .readonly(),
  button: maybe(words(mostOf.approved.parameter)),
});
const Template = Named.extend({
  subject: prose(mostOf.subject).default(""),
  body: prose(mostOf.body).refine((text) => text.trim() !== "", "This field is required."),
  html: prose(mostOf.html).default(""),
  mjml: prose(mostOf.mjml).default(""),
  approved: maybe(Approved),
});

const ShownApproved = z.object({
  name: z.string(),
  language: z.string(),
  parameters: listOf(z.string()),
  button: z.string().nullable(),
});
const ShownTemplate = z.object({
  code: z.string(),
  channel,
  subject: z.string(),
  body: z.string(),
  html: z.string(),
  mjml: z.string(),
  approved: ShownApproved.nullable().exactOptional(),
});
const ShownPreview = z.union([
  z.object({
    message: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string().nullable(),
      approved: ShownApproved.exactOptional(),
    }),
  }),
  z.object({ problem: z.string(), part: z.enum(["subject", "body", "html", "mjml", "approved"]) }),
]);

export const messageTemplates = router({
  list: staffProcedure("manager")
    .output(listOf(ShownTemplate))
    .query(({ ctx }) => listTemplates(ctx.desk)),
  save: staffProcedure("owner")
    .meta({ large: true })
    .input(Template)
    .output(z.void())
    .mutation(({ ctx, input }) => saveTemplate(ctx.desk, input)),
  remove: staffProcedure("owner")
    .input(Named)
    .output(z.void())
    .mutation(({ ctx, input }) => removeTemplate(ctx.desk, input)),
  /** The template filled with sample values, or its problem. */
  preview: staffProcedure("manager")
    .meta({ large: true })
    .input(Template)
    .output(ShownPreview)
    .query(({ ctx, input }) => previewTemplate(ctx.desk, input)),
  /** Sends a test. An email goes to the caller's own address, other channels to the given number. */
  sendTest: staffProcedure("owner")
    .meta({ large: true })
    .input(
      z.object({
        template: Template,
        number: maybe(
          z.string().regex(/^\+[1-9][0-9]{6,14}$/, "A number is expected: +6281234567890."),
        ),
      }),
    )
    .output(z.object({ recipient: z.string() }))
    .mutation(({ ctx, input }) => sendTestMessage(ctx.desk, input)),
});

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  state: maybe(z.enum(["waiting", "sent", "dead"])),
  channel: maybe(channel),
  customerId: maybe(id),
  ...byTime,
});

const ShownMessage = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  channel,
  templateCode: z.string(),
  recipient: z.string(),
  customer: ShownNamed.nullable(),
  state: z.enum(["waiting", "sent", "dead"]),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  nextAttemptAt: z.string(),
  endedAt: z.string().nullable(),
  isRetriable: z.boolean(),
});

export const outbox = router({
  ...listing(staffProcedure("manager"), {
    input: Filter,
    item: ShownMessage,
    read: listOutbox,
    columns: {
      time: (row, say) => say.time(row.createdAt),
      time_zone: (_, say) => say.zone(),
      kind: (row, say) => say.word("kind", row.kind),
      channel: (row, say) => say.word("channel", row.channel),
      template: (row) => row.templateCode,
      recipient: (row) => row.recipient,
      customer: (row) => row.customer?.name ?? null,
      state: (row, say) => say.word("state", row.state),
      attempts: (row) => row.attempts,
      error: (row) => row.lastError,
      ended: (row, say) => say.time(row.endedAt),
    },
  }),
  /** Queues a dead message again, starting at its first attempt. */
  retry: staffProcedure("manager")
    .input(z.object({ id: words(100) }))
    .output(z.void())
    .mutation(({ ctx, input }) => retryMessage(ctx.desk, input.id)),
});
