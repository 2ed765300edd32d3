import { mostOf } from "@stampbook/core/merchants";
import {
  channels,
  listOutbox,
  listTemplates,
  type OutboxMessage,
  previewTemplate,
  removeTemplate,
  retryMessage,
  saveTemplate,
  sendTestMessage,
} from "@stampbook/core/messages";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { screenWords, showCsv } from "../csv.ts";
import { day, id, maybe, prose, words } from "../fields.ts";
import { byTime, showPage } from "../paging.ts";

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

export const messageTemplates = router({
  list: staffProcedure("manager").query(({ ctx }) => listTemplates(ctx.desk)),
  save: staffProcedure("owner")
    .input(Template)
    .mutation(({ ctx, input }) => saveTemplate(ctx.desk, input)),
  remove: staffProcedure("owner")
    .input(Named)
    .mutation(({ ctx, input }) => removeTemplate(ctx.desk, input)),
  /** The text filled with samples, or its problem. */
  preview: staffProcedure("manager")
    .input(Template)
    .query(({ ctx, input }) => previewTemplate(ctx.desk, input)),
  /** An email goes to the caller's own address, other channels to the given number. */
  sendTest: staffProcedure("owner")
    .input(
      z.object({
        template: Template,
        number: maybe(
          z.string().regex(/^\+[1-9][0-9]{6,14}$/, "A number is expected: +6281234567890."),
        ),
      }),
    )
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

export const outbox = router({
  list: staffProcedure("manager")
    .input(Filter)
    .query(async ({ ctx, input: { cursor, ...rest } }) =>
      showPage(await listOutbox(ctx.desk, { ...rest, after: cursor })),
    ),
  csv: staffProcedure("manager")
    .input(Filter.extend({ words: screenWords }))
    .query(async ({ ctx, input: { cursor, words, ...rest } }) =>
      showCsv(
        ctx.desk,
        await listOutbox(ctx.desk, { ...rest, after: cursor }),
        { cursor, words },
        {
          time: (row: OutboxMessage, say) => say.time(row.createdAt),
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
      ),
    ),
  /** Queues a dead message again, starting at its first attempt. */
  retry: staffProcedure("manager")
    .input(z.object({ id: words(100) }))
    .mutation(({ ctx, input }) => retryMessage(ctx.desk, input.id)),
});
