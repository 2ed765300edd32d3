import { type FailureCode, failureKinds } from "@stampbook/core/failures";
import { z } from "zod";

/** The schema of a list of these items; readonly, like core's types. */
export function listOf<Item extends z.ZodType>(item: Item) {
  // zod's own readonly() would freeze every list, which takes longer than parsing it
  type List = z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]>;
  return z.array(item) as unknown as List;
}

function isStream(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** The schema of a stream of these items. Each item is checked before it is sent. */
export const streamOf = <Item extends z.ZodType>(item: Item) =>
  z.custom<AsyncIterable<z.input<Item>>>(isStream).transform(async function* (stream) {
    for await (const each of stream) yield item.parse(each);
  });

/** The id of what was created or saved. */
export const ShownId = z.object({ id: z.int() });

/** A store or a customer with the name that lists show. */
export const ShownNamed = z.object({ id: z.int(), name: z.string() });

/** The actor of a change: a token, a member of staff, or the service. */
export const ShownActor = z.object({
  kind: z.enum(["token", "staff", "guest", "service"]),
  id: z.string(),
  name: z.string().nullable(),
});

/** The refusal that the screen shows as the reason why an action is not possible. */
export const ShownReason = z.object({
  code: z.enum(Object.keys(failureKinds) as FailureCode[]),
  message: z.string(),
  rule: z.string().optional(),
  expected: z.string().optional(),
  found: z.string().optional(),
});

/** A voucher by its code. */
export const ShownCode = z.object({ id: z.int(), code: z.string() });
