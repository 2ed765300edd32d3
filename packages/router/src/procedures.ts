import type { AnyProcedure, AnyRouter } from "@trpc/server";
import type { z } from "zod";
import type { OperationMeta } from "./meta.ts";

/** A procedure as the router holds it: REST, the documentation and tests are made from this. */
export type ListedProcedure = {
  /** `redemptions.cancel` */
  readonly name: string;
  readonly type: AnyProcedure["_def"]["type"];
  readonly meta: OperationMeta;
  readonly inputs: readonly z.ZodType[];
  readonly output: z.ZodType | undefined;
};

/** Every procedure of a router. */
export function listProcedures(router: AnyRouter): ListedProcedure[] {
  // flat at runtime, whatever the types say of nested routers
  const procedures: Record<string, AnyProcedure> = router._def.procedures;
  return Object.entries(procedures).map(([name, { _def }]) => {
    const { type, meta = {}, inputs, output } = _def as typeof _def & Partial<ListedProcedure>;
    return { name, type, meta: meta as OperationMeta, inputs: inputs ?? [], output };
  });
}
