import { ROOT_CONTEXT, SpanKind, type Tracer } from "@opentelemetry/api";
import type { Channel, MessageSender, MessageSenders } from "@stampbook/core/messages";
import type { BatchWatch } from "@stampbook/core/writing";
import { callerSpans, type EndedStatement } from "@stampbook/db";
import { addChild, markFailed, type ParentSpan } from "./spans.ts";

/**
 * Returns a function that adds an ended statement to the calls that it served, each as a child with the same
 * times, and their wait for a connection.
 */
export function traceStatements(tracer: Tracer): (ended: EndedStatement) => void {
  return ({ statement, waitedMs, ms, code }) => {
    const parents = callerSpans() as readonly ParentSpan[] | undefined;
    if (!parents?.length) return;
    const end = performance.now();
    const start = end - ms;
    const attributes = {
      "db.system.name": "postgresql",
      "db.query.summary": statement,
      ...(parents.length > 1 && { "db.operation.batch.size": parents.length }),
      ...(code !== undefined && { "db.response.status_code": code }),
    };
    const work = { name: statement, start, end, kind: SpanKind.CLIENT, attributes, error: code };
    for (const parent of parents) {
      if (waitedMs > 0)
        addChild(tracer, parent, {
          name: "wait for a connection",
          start: start - waitedMs,
          end: start,
        });
      addChild(tracer, parent, work);
    }
  };
}

/** Returns a function that adds to each call of a batch how long it waited to be written. */
export function traceWaits(tracer: Tracer): NonNullable<BatchWatch["onSend"]> {
  return ({ calls }) => {
    const end = performance.now();
    for (const { since, spans = [] } of calls)
      for (const parent of spans as readonly ParentSpan[])
        addChild(tracer, parent, { name: "wait to be written", start: since, end });
  };
}

/**
 * Returns senders that trace each message as a trace of its own, because another process may send it, long
 * after the call. The span has the message's id, but neither its text nor its recipient.
 */
export function traceMessages(tracer: Tracer): (senders: MessageSenders) => MessageSenders {
  const traced =
    (channel: Channel, send: MessageSender): MessageSender =>
    async (message, signal) => {
      const span = tracer.startSpan(
        `send ${channel}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { "stampbook.channel": channel, "stampbook.message.id": message.id },
        },
        ROOT_CONTEXT,
      );
      try {
        const outcome = await send(message, signal);
        span.setAttribute("stampbook.outcome", outcome.kind);
        markFailed(span, outcome.kind === "sent" ? undefined : outcome.kind);
        return outcome;
      } catch (error) {
        markFailed(span, error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        span.end();
      }
    };
  return (senders) =>
    Object.fromEntries(
      Object.entries(senders).map(([channel, send]) => [channel, traced(channel as Channel, send)]),
    );
}
