import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openMetrics } from "../apps/api/src/metrics/index.ts";
import { openMetrics as openConsoleMetrics } from "../apps/console/src/server/metrics.ts";

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

/** Parts of a process that nobody asks anything, because only the names of its metrics are read. */
const parts = {
  secrets: { keyIds: ["00000000"], waiting: () => 0 },
  writesWaiting: () => 0,
  server: { getConnections: (tell) => tell(null, 0) },
  tls: { cert: "", key: "" },
  clockOffsetMs: 0,
};
const open = {
  connections: 8,
  route: { host: "database", hasPooler: false },
  load: () => ({ running: 0, waiting: 0, waits: 0, waitedMs: 0, failingForMs: 0 }),
};

/** The names of all metrics. A histogram has three. */
let names;
let served;
before(async () => {
  const place = { host: "127.0.0.1", port: 0 };
  served = [await openMetrics().serve(place, open, parts), await openConsoleMetrics().serve(place)];
  const texts = await Promise.all(served.map(async ({ address }) => (await fetch(address)).text()));
  const types = [...texts.join("\n").matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  names = types.flatMap(([, name, type]) =>
    ["histogram", "summary"].includes(type)
      ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]
      : [name],
  );
});
after(() => {
  for (const { close } of served) close();
});

/** Words of PromQL that are no metrics, and the metric that Prometheus makes itself. */
const words = ["or", "and", "unless", "offset", "bool", "on", "ignoring", "up"];

/** The metrics that an expression names. */
function metricsIn(expression) {
  const bare = expression
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, "");
  const found = bare.match(/(?<![\w.])[a-z_][a-z0-9_]*\b(?!\s*\()/gi) ?? [];
  return found.filter((word) => !words.includes(word));
}

/** The alerts of ops/alerts.yml, each with its expression. */
function alerts() {
  const lines = read("ops/alerts.yml").split("\n");
  return lines.flatMap((line, at) => {
    const [, alert] = /^ {6}- alert: (\w+)$/.exec(line) ?? [];
    if (!alert) return [];
    const [, first] = /^ {8}expr: (.*)$/.exec(lines[at + 1]) ?? [];
    assert.ok(first, `${alert} has an expression on its next line`);
    if (first !== "|") return [{ alert, expression: first }];
    const rest = lines.slice(at + 2);
    const end = rest.findIndex((each) => !each.startsWith("          "));
    return [{ alert, expression: rest.slice(0, end).join(" ") }];
  });
}

const unknownIn = (expression) => metricsIn(expression).filter((name) => !names.includes(name));

test("O2: metrics in an expression are found, and unknown ones are named", () => {
  const expression =
    'sum by (job, le) (rate(stampbook_calls_totl{status="500"}[5m])) > 1e9 or abs(up) / time() > 0.05';
  assert.deepEqual(metricsIn(expression), ["stampbook_calls_totl"]);
  assert.deepEqual(unknownIn(expression), ["stampbook_calls_totl"]);
});

test("O2: every alert names metrics that exist", () => {
  const found = alerts();
  assert.ok(found.length > 15);
  assert.equal(found.length, read("ops/alerts.yml").match(/expr:/g)?.length);
  for (const { alert, expression } of found) {
    assert.ok(/\w/.test(expression), alert);
    assert.deepEqual(unknownIn(expression), [], alert);
  }
});

test("O2: every panel of the dashboard names metrics that exist", () => {
  const { panels, templating } = JSON.parse(read("ops/dashboard.json"));
  const targets = panels.flatMap(({ title, targets: each = [] }) =>
    each.map(({ expr }) => ({ title, expr })),
  );
  assert.ok(targets.length > 25);
  for (const { title, expr } of targets) {
    assert.notDeepEqual(metricsIn(expr), [], title);
    assert.deepEqual(unknownIn(expr), [], title);
  }
  for (const { query } of templating.list.filter(({ type }) => type === "query"))
    assert.ok(names.includes(/label_values\((\w+)/.exec(query)?.[1]), query);
});

test("O2: every alert has a paragraph that says what to do, and no other has one", () => {
  const paragraphs = [...read("docs/operating/alerts.md").matchAll(/^## (\w+)\n\n\S.{60,}/gm)];
  assert.deepEqual(
    paragraphs.map(([, name]) => name),
    alerts().map(({ alert }) => alert),
  );
});

test("O2: the document lists every metric, and none that does not exist", () => {
  const own = (name) => name.startsWith("stampbook_");
  const listed = [
    ...new Set(read("docs/operating/metrics.md").match(/\bstampbook_[a-z_]+\b/g)),
  ].sort();
  const suffix = /_(bucket|sum|count)$/;
  const real = names.filter((name) => own(name) && !suffix.test(name)).sort();
  assert.ok(real.length > 30);
  assert.deepEqual(listed, real);
});
