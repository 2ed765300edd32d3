import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";

/** A span that has children. `context` is theirs. */
export type ParentSpan = {
  readonly span: Span;
  readonly context: Context;
  /**
   * The Unix time of `performance.now() === 0`, in milliseconds, when the span began. All spans of a trace use
   * it, because both clocks drift apart, and a span must not begin before its parent.
   */
  readonly epoch: number;
};

/** Work that has ended, with its times by `performance.now`. */
export type TracedWork = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** What went wrong, as a code. */
  readonly error?: string | undefined;
};

export const epochNow = () => Date.now() - performance.now();

const isSampled = (span: Span) => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Adds a span of ended work, unless the parent is not sampled. The parent may have ended. */
export function addChild(tracer: Tracer, { span, context, epoch }: ParentSpan, work: TracedWork) {
  if (!isSampled(span)) return;
  const { name, start, end, kind = SpanKind.INTERNAL, attributes = {} } = work;
  const child = tracer.startSpan(name, { kind, attributes, startTime: epoch + start }, context);
  markFailed(child, work.error);
  child.end(epoch + end);
}

/** Marks a span as failed. Without a code it stays as it is. */
export function markFailed(span: Span, code: string | undefined) {
  if (code === undefined) return;
  span.setAttribute("error.type", code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
