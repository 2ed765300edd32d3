import type { Report } from "../types.ts";

/** A report as one line of JSON, for programs. The latency is that of the first contestant. */
export function jsonLine({ name, ratios, rows, figures, faults }: Report): string {
  const latency = rows[0]?.latency;
  const round = (value: number) => Number(value.toPrecision(4));
  return JSON.stringify({
    name,
    ratios: Object.fromEntries(ratios.map((ratio) => [ratio.name, round(ratio.median)])),
    cpu_ratios: Object.fromEntries(
      ratios.flatMap((ratio) => (ratio.cpu === null ? [] : [[ratio.name, round(ratio.cpu)]])),
    ),
    p50_ms: latency ? round(latency.p50) : null,
    p99_ms: latency ? round(latency.p99) : null,
    figures: Object.fromEntries(figures.map((figure) => [figure.name, round(figure.value)])),
    faults: faults.length,
  });
}
