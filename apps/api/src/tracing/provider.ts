import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { version } from "../version.ts";
import type { TracingSettings } from "./settings.ts";

/** Functions that hear whether spans reach the collector. */
export type ExportNotes = {
  /** Called when an export fails after one that did not. */
  readonly onLost: (error: Error | undefined) => void;
  /** Called when an export succeeds after one that failed. */
  readonly onBack: () => void;
};

/** The longest text in a span. Longer ones are cut. */
const LONGEST_TEXT = 200;

/**
 * Makes the provider of tracers. It is not registered as the process's own, so that libraries which trace by
 * OpenTelemetry, such as better-auth, add no spans: these could have personal data.
 */
export function createProvider(settings: TracingSettings, notes: ExportNotes): TracerProvider {
  const exporter = new OTLPTraceExporter({ timeoutMillis: settings.timeoutMs });
  const names = resourceFromAttributes({
    "service.name": "stampbook-api",
    "service.version": version,
  });
  const detectors = [
    serviceInstanceIdDetector,
    resourceAttributesEnvDetector,
    serviceNameEnvDetector,
  ];
  return new TracerProvider({
    resource: defaultResource().merge(names).merge(detectResources({ detectors })),
    sampler: samplerFor(settings),
    spanLimits: { attributeValueLengthLimit: LONGEST_TEXT },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(exporter, notes),
        scheduledDelayMillis: settings.delayMs,
        maxQueueSize: settings.mostWaiting,
        maxExportBatchSize: settings.mostAtOnce,
        exportTimeoutMillis: settings.timeoutMs,
      }),
    ],
  });
}

function samplerFor({ sampler, ratio }: TracingSettings): Sampler {
  const root =
    rootSamplers[sampler.replace("parentbased_", "") as keyof typeof rootSamplers](ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

const rootSamplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
};

function watched(exporter: OTLPTraceExporter, { onLost, onBack }: ExportNotes): SpanExporter {
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailure = result.code === ExportResultCode.FAILED;
        if (isFailure && !isLost) onLost(result.error);
        if (!isFailure && isLost) onBack();
        isLost = isFailure;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
