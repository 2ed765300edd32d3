import { appRouter } from "../index.ts";
import { listProcedures } from "../procedures.ts";
import { type ApiServer, describeApi } from "./open-api.ts";
import { describeOperations } from "./operations-page.ts";

export { type Example, examples } from "./examples/index.ts";

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
