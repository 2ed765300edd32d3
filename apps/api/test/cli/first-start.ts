import type { CoreDeps } from "@stampbook/core/context";
import { firstStart } from "../../src/first-start.ts";

export const addresses = { console: "http://127.0.0.1:3000", api: "http://127.0.0.1:4000" };

/** Makes a first start. Returns the lines that it printed, and the errors that it reported. */
export async function start(deps: CoreDeps) {
  const [lines, errors]: [string[], unknown[]] = [[], []];
  await firstStart(deps, addresses, {
    print: (printed) => lines.push(...printed),
    onIncomplete: (error) => errors.push(error),
  });
  return { lines, errors };
}

/** Returns the example call in the lines of a first start, as `House.send` takes it. */
export function printedCall(lines: readonly string[]) {
  const call = lines.find((line) => line.includes("curl")) ?? "";
  const [, url = ""] = /^\s*curl -X POST (\S+) /.exec(call) ?? [];
  const headers = [...call.matchAll(/-H '([^:']+): ([^']+)'/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const [, payload = ""] = /-d '([^']+)'$/.exec(call) ?? [];
  const { origin, pathname } = new URL(url);
  return {
    origin,
    call: { method: "POST", path: pathname, headers: Object.fromEntries(headers), payload },
  };
}
