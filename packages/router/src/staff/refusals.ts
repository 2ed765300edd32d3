import { listRefusals } from "@stampbook/core/audit";
import { z } from "zod";
import { deskProcedure, router } from "../trpc.ts";
import { actor, day, id, line, maybe } from "./fields.ts";
import { listing } from "./lists/listing.ts";
import { atCursor, isOfOrder, sortedByTime } from "./lists/paging.ts";
import { ShownActor, ShownNamed } from "./shown/named.ts";

const Filter = z.object({
  from: maybe(day),
  to: maybe(day),
  storeId: maybe(id),
  customerId: maybe(id),
  operation: maybe(line(100)),
  code: maybe(line(100)),
  caller: maybe(actor),
});
const Input = Filter.extend(sortedByTime).refine(isOfOrder, atCursor);

const ShownRefusal = z.object({
  id: z.int(),
  operation: z.string(),
  code: z.string(),
  message: z.string(),
  rule: z.string().nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  subject: z.string().nullable(),
  subjectName: z.string().nullable(),
  store: ShownNamed.nullable(),
  customer: ShownNamed.nullable(),
  caller: ShownActor,
  createdAt: z.string(),
});

const { list, csv } = listing(deskProcedure("cashier"), {
  input: Input,
  item: ShownRefusal,
  read: listRefusals,
  columns: {
    time: (row, say) => say.time(row.createdAt, row.store?.id),
    time_zone: (row, say) => say.zone(row.store?.id),
    why: (row, say) => say.word("code", row.code),
    operation: (row) => row.operation,
    subject: (row) => row.subject,
    subject_name: (row) => row.subjectName,
    code: (row) => row.code,
    message: (row) => row.message,
    rule: (row) => row.rule,
    expected: (row) => row.expected,
    found: (row) => row.found,
    store: (row) => row.store?.name ?? null,
    customer: (row) => row.customer?.name ?? null,
    by: (row, say) => say.who(row.caller),
  },
});

export const refusals = router({ list, csv });
