import { appRouter } from "../index.ts";
import { listProcedures } from "../procedures.ts";
import { describeApi } from "./open-api.ts";
import { describeOperations } from "./operations-page.ts";

export { type Example, examples } from "./examples/index.ts";

/** The generated documents by their file names in `docs/`. */
export function documents(): Record<"openapi.json" | "operations.md", string> {
  const procedures = listProcedures(appRouter);
  return {
    "openapi.json": `${JSON.stringify(describeApi(procedures), null, 2)}\n`,
    "operations.md": describeOperations(procedures),
  };
}
