import { readFileSync } from "node:fs";
import { appRouter } from "../index.ts";
import type { Example } from "../meta.ts";
import { listProcedures } from "../procedures.ts";
import { describeApi, type Served } from "./open-api.ts";
import { describeOperations } from "./operations-page.ts";
import { printJson } from "./print-json.ts";

/** The example of each operation, by its name. */
export const examples: Readonly<Record<string, Example>> = Object.fromEntries(
  listProcedures(appRouter).flatMap(({ name, meta }) =>
    meta.example ? [[name, meta.example]] : [],
  ),
);

/** The OpenAPI document as text. Without a `server` it has a variable for the host. */
export function openApiText(served: Served): string {
  // values that are undefined are left out first
  const document = JSON.parse(JSON.stringify(describeApi(listProcedures(appRouter), served)));
  return `${printJson(document)}\n`;
}

/** The generated documents by their file names in `docs/`. Needs the checkout, for the version. */
export function documents(): Record<"openapi.json" | "operations.md", string> {
  const manifest = new URL("../../../../apps/api/package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  return {
    "openapi.json": openApiText({ version }),
    "operations.md": describeOperations(listProcedures(appRouter)),
  };
}
