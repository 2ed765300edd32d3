import { type FailureCode, failureKinds } from "@stampbook/core/failures";
import { z } from "zod";

/** A list of these; readonly, like core's types. */
export function listOf<Item extends z.ZodType>(item: Item) {
  // zod's own readonly() would freeze every list, which takes longer than to parse it
  type List = z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]>;
  return z.array(item) as unknown as List;
}

function isStream(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** A stream of these; each is checked before it is sent. */
export const streamOf = <Item extends z.ZodType>(item: Item) =>
  z.custom<AsyncIterable<z.input<Item>>>(isStream).transform(async function* (stream) {
    for await (const each of stream) yield item.parse(each);
  });

/** The id of what was created or saved. */
export const ShownId = z.object({ id: z.int() });

/** A store or a customer with the name that lists show. */
export const ShownNamed = z.object({ id: z.int(), name: z.string() });

/** Who did something. */
export const ShownActor = z.object({
  kind: z.enum(["token", "staff", "service"]),
  id: z.string(),
  name: z.string().nullable(),
});

/** Why something is not possible, for the screen. */
export const ShownReason = z.object({
  code: z.enum(Object.keys(failureKinds) as FailureCode[]),
  message: z.string(),
});
