import { listStaff, listTokens } from "@stampbook/core/access";
import { listAuditEntries } from "@stampbook/core/audit";
import { z } from "zod";
import { deskProcedure, router, staffProcedure } from "../trpc.ts";
import { actor, day, line, maybe } from "./fields.ts";
import { listing } from "./lists/listing.ts";
import { atCursor, isOfOrder, sortedByTime } from "./lists/paging.ts";
import { listOf, ShownActor } from "./shown/named.ts";

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  action: maybe(line(100)),
  actor: maybe(actor),
  subject: maybe(line(100)),
  text: maybe(line(100)),
});
const Input = Filter.extend(sortedByTime).refine(isOfOrder, atCursor);

const ShownEntry = z.object({
  id: z.int(),
  action: z.string(),
  actor: ShownActor,
  subject: z.string(),
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  names: z.record(z.string(), z.string()),
  address: z.string().nullable(),
  createdAt: z.string(),
});

/** Lists who changed what and when. */
const { list, csv } = listing(staffProcedure("manager"), {
  input: Input,
  item: ShownEntry,
  read: listAuditEntries,
  columns: {
    time: (row, say) => say.time(row.createdAt),
    time_zone: (_, say) => say.zone(),
    by: (row, say) => say.who(row.actor),
    action: (row, say) => say.word("action", row.action),
    subject: (row) => row.subject,
    subject_name: (row) => row.subjectName,
    reason: (row) => row.reason,
    address: (row) => row.address,
    details: (row) => JSON.stringify(row.details),
  },
});

export const audit = router({ list, csv });

const ShownActorName = z.object({
  kind: z.enum(["staff", "token"]),
  id: z.string(),
  name: z.string(),
});

/** The merchant's staff and API tokens by name, for the filter of lists by who did something. */
export const actors = deskProcedure("manager")
  .output(listOf(ShownActorName))
  .query(async ({ ctx: { desk } }) => {
    const [{ members }, tokens] = await Promise.all([
      listStaff(desk),
      listTokens(desk, desk.caller.merchant.id),
    ]);
    return [
      ...members.map(({ userId, name }) => ({ kind: "staff" as const, id: userId, name })),
      ...tokens.map(({ id, name }) => ({ kind: "token" as const, id: String(id), name })),
    ];
  });
