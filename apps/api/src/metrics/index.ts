import type { CoreDeps } from "@stampbook/core/context";
import type { OpenDb } from "@stampbook/db";
import { createRegistry, type MetricsPlace, serveMetrics } from "@stampbook/edge/metrics";
import { countStandbyReads, showPool, timeStatements } from "./database.ts";
import { showLooks } from "./looks.ts";
import { type ProcessParts, showProcess } from "./process.ts";
import { countRequests } from "./requests.ts";
import { measureBatches, watchBackground } from "./work.ts";

export type Metrics = ReturnType<typeof openMetrics>;

/** Makes the API's metrics. The parts of the process get the functions that count; `serve` shows the counts. */
export function openMetrics() {
  const register = createRegistry();
  return {
    requests: countRequests(register),
    onStandbyRead: countStandbyReads(register),
    onStatement: timeStatements(register),
    batches: measureBatches(register),
    background: watchBackground(register),
    /** Serves the metrics. Resolves as `serveMetrics` does. */
    serve: (
      place: MetricsPlace,
      open: OpenDb,
      parts: ProcessParts & Pick<CoreDeps, "clockOffsetMs">,
    ) => {
      showPool(register, open);
      showLooks(register, { db: open.db, clockOffsetMs: parts.clockOffsetMs });
      showProcess(register, parts);
      return serveMetrics(register, place);
    },
  };
}
