import {
  listSecurityEvents,
  type SecurityAction,
  securityActions,
  securityResults,
} from "@stampbook/core/security-events";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { actor, day, maybe } from "./fields.ts";
import { listing } from "./lists/listing.ts";
import { atCursor, isOfOrder, sortedByTime } from "./lists/paging.ts";
import { ShownActor } from "./shown/named.ts";

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  what: maybe(z.enum(securityActions)),
  result: maybe(z.enum(securityResults)),
  actor: maybe(actor),
});
const Input = Filter.extend(sortedByTime).refine(isOfOrder, atCursor);

const ShownEvent = z.object({
  id: z.int(),
  // not an enum: a row that a newer version wrote must not make the whole list fail
  what: z.custom<SecurityAction>((value) => typeof value === "string"),
  result: z.enum(securityResults),
  actor: ShownActor.nullable(),
  subject: z.string().nullable(),
  subjectName: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});

/** Lists sign-ins, exports, cancels, denials: who, from where, what, and the result. */
const { list, csv } = listing(staffProcedure("manager"), {
  input: Input,
  item: ShownEvent,
  read: listSecurityEvents,
  columns: {
    time: (row, say) => say.time(row.createdAt),
    time_zone: (_, say) => say.zone(),
    what: (row, say) => say.word("what", row.what),
    result: (row, say) => say.word("result", row.result),
    by: (row, say) => say.who(row.actor),
    subject: (row) => row.subject,
    subject_name: (row) => row.subjectName,
    address: (row) => row.address,
    user_agent: (row) => row.userAgent,
    details: (row) => JSON.stringify(row.details),
  },
});

export const securityEvents = router({ list, csv });
