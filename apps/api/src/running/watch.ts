import type { BatchWatch } from "@stampbook/core/writing";
import type { EndedStatement } from "@stampbook/db";
import type { AppSettings } from "../app.ts";
import type { Env } from "../env.ts";
import type { Metrics } from "../metrics/index.ts";
import type { ExportNotes } from "../tracing/provider.ts";
import type { BackgroundWatch } from "./background.ts";

/** What the parts of the process need so that their work is counted and traced, as far as the settings say so. */
export type Watch = {
  readonly metrics: Metrics | null;
  readonly onStatement: (ended: EndedStatement) => void;
  readonly batches: BatchWatch;
  readonly requests: Pick<AppSettings, "metrics" | "traces">;
  readonly background: Partial<BackgroundWatch>;
  /** Sends the last spans. Never rejects. */
  readonly close: () => Promise<void>;
};

/** Loads what counts and traces. Without the settings its libraries are not loaded. */
export async function openWatch(env: Env, notes: ExportNotes): Promise<Watch> {
  const metrics = env.metrics && (await import("../metrics/index.ts")).openMetrics();
  const traces = env.traces && (await import("../tracing/index.ts")).openTracing(env.traces, notes);
  const onSend: BatchWatch["onSend"] = (batch) => {
    metrics?.batches.onSend(batch);
    traces?.onSend(batch);
  };
  return {
    metrics,
    onStatement: (ended) => {
      metrics?.onStatement(ended);
      traces?.onStatement(ended);
    },
    batches: metrics || traces ? { ...metrics?.batches, onSend } : {},
    requests: {
      ...(metrics && { metrics: metrics.requests }),
      ...(traces && { traces: traces.requests }),
    },
    background: { ...metrics?.background, ...(traces && { aroundSenders: traces.messages }) },
    close: async () => traces?.close(),
  };
}
