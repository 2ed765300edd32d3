import { version } from "../version.ts";
import { createProvider, type ExportNotes } from "./provider.ts";
import { traceRequests } from "./requests.ts";
import type { TracingSettings } from "./settings.ts";
import { traceMessages, traceStatements, traceWaits } from "./work.ts";

/**
 * Starts tracing. The parts of the process get the functions that make spans. `close` sends the last spans. It
 * takes at most the time-out of an export, and never rejects.
 */
export function openTracing(settings: TracingSettings, notes: ExportNotes) {
  const provider = createProvider(settings, notes);
  const tracer = provider.getTracer("stampbook", version);
  return {
    requests: traceRequests(tracer),
    onStatement: traceStatements(tracer),
    onSend: traceWaits(tracer),
    messages: traceMessages(tracer),
    // `notes` has heard of a failure
    close: () => provider.shutdown().catch(() => {}),
  };
}
