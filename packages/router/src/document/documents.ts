import { appRouter } from "../index.ts";
import type { Example } from "../meta.ts";
import { listProcedures } from "../procedures.ts";
import { type ApiServer, describeApi } from "./open-api.ts";
import { describeOperations } from "./operations-page.ts";

/** The example of each operation, by its name. */
export const examples: Readonly<Record<string, Example>> = Object.fromEntries(
  listProcedures(appRouter).flatMap(({ name, meta }) =>
    meta.example ? [[name, meta.example]] : [],
  ),
);

/** The OpenAPI document as text. Without a `server` it has a variable for the host. */
export function openApiText(server?: ApiServer): string {
  return `${JSON.stringify(describeApi(listProcedures(appRouter), server), null, 2)}\n`;
}

/** The generated documents by their file names in `docs/`. */
export function documents(): Record<"openapi.json" | "operations.md", string> {
  return {
    "openapi.json": openApiText(),
    "operations.md": describeOperations(listProcedures(appRouter)),
  };
}
