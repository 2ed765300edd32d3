import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openConnection } from "../load/connection.ts";
import { timeCopy } from "../stage/copy.ts";
import { writeImportFile } from "../stage/import-file.ts";
import { openShop } from "../stage/shop.ts";
import { signIn } from "../stage/staff.ts";
import { environmentOf, openStage } from "../stage/stage.ts";
import { shop as things } from "../stage/things.ts";
import type { Figure, Ready, Scenario } from "../types.ts";

const commandLine = fileURLToPath(
  new URL("../../../../apps/api/dist/stampbook.js", import.meta.url),
);
const MOST_CODES = 100_000;

const alone = (ready: Omit<Ready, "contestants" | "comparisons">): Ready => ({
  contestants: [],
  comparisons: [],
  ...ready,
});

function timed(rows: number, ours: number, copy: number | undefined): Figure[] {
  const seconds = (ms: number) => ms / 1_000;
  return [
    { name: "rows", value: rows, unit: "rows" },
    { name: "ours", value: seconds(ours), unit: "s" },
    ...(copy === undefined
      ? []
      : [
          { name: "COPY", value: seconds(copy), unit: "s" } as const,
          { name: "over COPY", value: ours / copy, unit: "x", goal: { atMost: 3 } } as const,
        ]),
  ];
}

/** A merchant's import with vouchers: `stampbook import`, all or nothing. */
export const importing: Scenario = {
  name: "import",
  title: "import of vouchers by the command line: COPY of the same rows by psql",
  group: "scale",
  open: async ({ size }) => {
    const stage = await openStage();
    let imported = 0;
    return alone({
      figures: async () => {
        const file = join(stage.directory, "merchant.json");
        await writeImportFile(file, size);
        const from = performance.now();
        await promisify(execFile)(process.execPath, [commandLine, "import", file], {
          env: environmentOf(stage),
          maxBuffer: 64 * 1024 * 1024,
        });
        const ours = performance.now() - from;
        const [row] = await stage.sql<{ count: string }[]>`select count(*) from vouchers`;
        imported = Number(row?.count);
        return timed(imported, ours, await timeCopy(stage));
      },
      prove: async () => (imported === size ? [] : [`${imported} of ${size} vouchers came`]),
      close: stage.close,
    });
  },
};

/** Generating unassigned codes from the console, until the job has ended. */
export const generating: Scenario = {
  name: "generate-codes",
  title: "generating 100,000 codes from the console: COPY of the same rows by psql",
  group: "scale",
  open: async ({ size }) => {
    const quantity = Math.min(MOST_CODES, size);
    const shop = await openShop({ customers: 10 });
    const { sql } = shop.stage;
    const headers = await signIn(shop);
    let made = 0;
    return alone({
      figures: async () => {
        await sql`truncate vouchers cascade`;
        const connection = await openConnection(shop.api.port);
        const from = performance.now();
        const { status, body } = await connection.send({
          path: "/trpc/staff.catalogue.generateCodes",
          headers,
          body: JSON.stringify({ templateId: things.plain, quantity }),
        });
        if (status !== 200) throw new Error(`No job began: ${body}`);
        for (;;) {
          const [job] = await sql<{ state: string }[]>`select state from jobs`;
          if (job?.state !== "running") break;
          await sleep(20);
        }
        const ours = performance.now() - from;
        connection.close();
        const [row] = await sql<{ count: string }[]>`select count(distinct code_key) from vouchers`;
        made = Number(row?.count);
        return timed(made, ours, await timeCopy(shop.stage));
      },
      prove: async () => (made === quantity ? [] : [`${made} of ${quantity} codes were made`]),
      close: shop.close,
    });
  },
};
