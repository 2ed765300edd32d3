import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const HOLDERS = 10_000;
const LINES = 1_000;

/** Writes a merchant's file with the given number of vouchers, in the documented format. */
export async function writeImportFile(file: string, vouchers: number): Promise<void> {
  await pipeline(Readable.from(parts(vouchers)), createWriteStream(file));
}

function* parts(vouchers: number): Generator<string> {
  yield `{"merchant":{"id":2,"name":"Moved","country":"ID","timezone":"Asia/Jakarta","currency":"IDR"},
"levels":[{"level":100,"name":"Blue"}],
"customers":[`;
  yield* listed(Math.min(HOLDERS, vouchers), (id) =>
    JSON.stringify({
      id,
      member_id: `M${id}`,
      email: `moved-${id}@example.com`,
      name: `Customer ${id}`,
      membership: { level: 100, status: 100, stamps: 0, start_date: "2026-01-01" },
    }),
  );
  yield `],\n"voucher_templates":[{"id":1,"name":"50 off","value":"50.00","is_dynamic":false}],\n"vouchers":[`;
  yield* listed(vouchers, (id) =>
    JSON.stringify({
      id,
      voucher_template: 1,
      code: `MOVED${id}`,
      customer: 1 + (id % Math.min(HOLDERS, vouchers)),
      start_date: "2026-01-01",
      end_date: "2999-12-31",
    }),
  );
  yield "]}";
}

function* listed(count: number, lineOf: (id: number) => string): Generator<string> {
  for (let from = 1; from <= count; from += LINES) {
    const ids = Array.from({ length: Math.min(LINES, count - from + 1) }, (_, at) => from + at);
    yield `${from > 1 ? "," : ""}\n${ids.map(lineOf).join(",\n")}`;
  }
}
