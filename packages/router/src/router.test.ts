import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "./index.ts";
import { listProcedures } from "./procedures.ts";

const procedures = listProcedures(appRouter).map((procedure) => {
  const shapes = procedure.inputs.map((input) => (input instanceof z.ZodObject ? input.shape : {}));
  return { ...procedure, fields: shapes.flatMap(fieldsOf) };
});

/** The names of the fields, including those in the lines of a list. */
function fieldsOf(shape: z.ZodRawShape): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const list = field instanceof z.ZodPipe ? field.out : field;
    const line = list instanceof z.ZodArray ? list.element : null;
    return line instanceof z.ZodObject ? [name, ...fieldsOf(line.shape)] : [name];
  });
}
const operations = procedures.filter(({ name }) => !name.startsWith("staff."));

it("serves no path twice", () => {
  const paths = operations.map(({ meta }) => meta.rest?.path);
  expect(new Set(paths).size).toBe(paths.length);
});

it("has no procedure with a middleware of its own, because none is run", () => {
  const steps = ({ call }: (typeof procedures)[number]) =>
    (call._def as unknown as { readonly middlewares: readonly unknown[] }).middlewares.length;
  const own = procedures.filter(
    (each) => steps(each) !== each.inputs.length + (each.output ? 1 : 0) + 1,
  );
  expect(own.map(({ name }) => name)).toEqual([]);
});

it("has one input at most for each procedure, because only one is read", () => {
  expect(procedures.filter(({ inputs }) => inputs.length > 1)).toEqual([]);
});

it("keeps the console's procedures off REST", () => {
  const staff = procedures.filter(({ name }) => name.startsWith("staff."));
  expect(staff.filter(({ meta }) => meta.rest)).toEqual([]);
});

describe.each(operations)("$name", ({ meta, fields, output }) => {
  it("has a path without a slash behind, and an output", () => {
    expect(meta.rest?.path).toMatch(/^\/api\/[a-z0-9/-]*([a-z0-9]|\{[a-z_]+\})$/);
    expect(output).toBeInstanceOf(z.ZodType);
  });

  it("names fields of its own input for its refusals", () => {
    const named = Object.values(meta.failures ?? {}).flat();
    // `__all__` is the field of refusals that belong to no single field
    const others = ["idempotency_key", "__all__"];
    expect(named.filter((field) => !fields.includes(field) && !others.includes(field))).toEqual([]);
  });

  it("names parameters as the interface writes them", () => {
    expect(fields.filter((field) => !/^[a-z]+(_[a-z]+)*$/.test(field))).toEqual([]);
  });
});

it("says how each operation with an idempotency key answers again, but the one without a token", () => {
  const keyed = operations.filter(({ meta }) => meta.idempotent);
  const without = keyed.filter(({ meta }) => !meta.replays);
  expect(without.map(({ name }) => name)).toEqual(["bookings.add"]);
  expect(operations.filter(({ meta }) => meta.replays && !meta.idempotent)).toEqual([]);
});
