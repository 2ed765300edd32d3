import { z } from "zod";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const word = z.string().min(1).optional();
const count = (least: number, most: number, unit: string) => {
  const says = `must be a whole number from ${least} to ${most} (${unit})`;
  return z.coerce.number(says).int(says).min(least, says).max(most, says);
};
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/**
 * OpenTelemetry's own variables. `env.ts` reads the settings from them. Its packages read the address, the
 * headers and the names again.
 */
export const tracingVariables = z.object({
  OTEL_SDK_DISABLED: z.enum(["true", "false"], "must be true or false").default("false"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: word,
  // shorter than OpenTelemetry's default, because the end of the process waits for the last export
  OTEL_EXPORTER_OTLP_TIMEOUT: count(100, 10_000, "milliseconds").default(3_000),
  OTEL_SERVICE_NAME: word,
  OTEL_RESOURCE_ATTRIBUTES: word,
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a number from 0 to 1")
    .min(0, "must be a number from 0 to 1")
    .max(1, "must be a number from 0 to 1")
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: count(10, 60_000, "milliseconds").default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count(1, 100_000, "spans").default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(1, 10_000, "spans").default(512),
});

/** How traces are sampled and sent. */
export type TracingSettings = {
  readonly sampler: (typeof samplers)[number];
  /** The share of calls that the samplers with `traceidratio` trace, from 0 to 1. */
  readonly ratio: number;
  readonly timeoutMs: number;
  readonly delayMs: number;
  readonly mostWaiting: number;
  readonly mostAtOnce: number;
};

/** The typed settings. Null if nothing is traced. */
export const tracingSettings = tracingVariables.transform((given): TracingSettings | null => {
  const endpoint = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || given.OTEL_SDK_DISABLED === "true") return null;
  return {
    sampler: given.OTEL_TRACES_SAMPLER,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
    timeoutMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    delayMs: given.OTEL_BSP_SCHEDULE_DELAY,
    mostWaiting: given.OTEL_BSP_MAX_QUEUE_SIZE,
    mostAtOnce: given.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  };
});
