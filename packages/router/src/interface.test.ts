import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "./index.ts";
import { listProcedures } from "./procedures.ts";

type Parameter = { readonly name: string; readonly required: boolean };
type Documented = {
  readonly methods: readonly string[];
  readonly parameters: readonly Parameter[];
};

/** The documented endpoints with their parameter tables, read from the interface's parts. */
function readInterface(): Map<string, Documented> {
  const text = ["interface.md", "interface-2.md", "interface-3.md"]
    .map((file) => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), "utf8"))
    .join("\n");
  const found = new Map<string, Documented>();
  for (const part of text.split(/^(?=\*\*[A-Z]*\d+\. (?:GET|POST)\b)/m).slice(1)) {
    const [, methods = "", path = ""] = /([A-Z, ]+) (\/api\/\S+?)\/?\*\*/.exec(part) ?? [];
    const rows = part.matchAll(/^\| (\w+) \| (yes|no) \|/gm);
    const parameters = [...rows].map(([, name = "", yes]) => ({ name, required: yes === "yes" }));
    found.set(path, { methods: methods.trim().split(", "), parameters });
  }
  for (const [, methods = "", path = ""] of text.matchAll(/^\| ([A-Z, ]+) \| (\/api\/\w+) \|/gm))
    found.set(path, { methods: methods.split(", "), parameters: [] });
  return found;
}

const documented = readInterface();
const operations = listProcedures(appRouter).filter(({ meta }) => meta.rest);

/**
 * Parameters that the documented tables lack: `request_id` for PIN authorization, `channel` for vouchers
 * limited to channels, and an invoice number by which a cancel finds its redemption.
 */
const beyondTheTable: Record<string, readonly string[]> = {
  "redemptions.redeemVoucherCode": ["request_id", "channel"],
  "redemptions.cancel": ["invoice_number", "store", "date", "line", "line_request_id", "qty"],
};

/** Parameters that the documented tables require, but that a call may leave out. */
const optionalNow: Record<string, readonly string[]> = {
  "redemptions.redeemVoucherCode": ["voucher_template"],
  "redemptions.cancel": ["id"],
};

it("documents each operation, and no other", () => {
  expect([...documented.keys()].sort()).toEqual(
    operations.map(({ meta }) => meta.rest?.path).sort(),
  );
});

describe.each(operations)("$name", ({ name, meta, inputs }) => {
  const rest = meta.rest;
  const entry = () => {
    const found = documented.get(rest?.path ?? "");
    if (found) return found;
    throw new Error(
      `docs/interface-3.md has no heading "**… POST ${rest?.path}**" as the others have`,
    );
  };
  const [input] = inputs;
  const shape: Record<string, z.ZodType> = input instanceof z.ZodObject ? input.shape : {};

  it("is served where the interface says, by its methods", () => {
    expect(entry().methods).toEqual(rest?.methods ?? ["POST"]);
  });

  it("takes the documented parameters in the documented order", () => {
    const names = entry().parameters.map((parameter) => parameter.name);
    expect(Object.keys(shape)).toEqual([...names, ...(beyondTheTable[name] ?? [])]);
  });

  it("requires those that are required, and no other", () => {
    const required = Object.entries(shape).filter(
      ([, field]) => !field.safeParse(undefined).success,
    );
    const documentedOnes = entry().parameters.filter(
      (parameter) => parameter.required && !optionalNow[name]?.includes(parameter.name),
    );
    expect(required.map(([field]) => field)).toEqual(documentedOnes.map(({ name }) => name));
  });
});
