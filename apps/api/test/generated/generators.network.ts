import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { documents } from "@stampbook/router/documents";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import type { Till } from "./clients/till.ts";

/**
 * They are installed for this test alone: they need an earlier TypeScript than ours, and would add
 * 500 packages to the lockfile.
 */
const tools = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "@stoplight/spectral-cli@6.16.3",
  "typescript@5.9.3",
  "@types/node@24.10.1",
];
const checked = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: "nodenext",
  target: "esnext",
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
};

const folder = join(import.meta.dirname, "../../.test/generated");
const run = (file: string, args: readonly string[]) =>
  promisify(execFile)(file, args, { cwd: folder, maxBuffer: 1 << 24 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${file} ${args.join(" ")}\n${stdout}${stderr}`);
    },
  );
const runTool = (name: string, ...args: readonly string[]) =>
  run(process.execPath, [join(folder, "node_modules/.bin", name), ...args]);

describe("tools of others on openapi.json", () => {
  beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(join(import.meta.dirname, "clients"), folder, { recursive: true });
    const files = {
      "package.json": { private: true, type: "module" },
      "tsconfig.json": { compilerOptions: checked, include: ["*.ts"] },
      ".spectral.json": { extends: ["spectral:oas"] },
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(content));
    await writeFile(join(folder, "openapi.json"), documents()["openapi.json"]);
    await run("npm", ["install", "--no-audit", "--no-fund", ...tools]);
    await runTool("openapi-typescript", "openapi.json", "-o", "schema.d.ts");
    await runTool("openapi-ts", "-i", "openapi.json", "-o", "hey-api");
  });

  it("spectral has no error and no warning", async () => {
    const { stdout } = await runTool("spectral", "lint", "--fail-severity=hint", "openapi.json");
    expect(stdout).toContain("No results");
  });

  it("the calls have the types of the generated clients", async () => {
    await runTool("tsc");
  });

  contract("generated clients", (house) => {
    it.each(["openapi-fetch", "hey-api"])("%s makes ten calls", async (name) => {
      const merchant = await house.given.merchant({ name: "My Merchant" });
      const { till }: { readonly till: Till } = await import(join(folder, `${name}.ts`));
      const store = await house.given.store(merchant);
      const reward = await house.given.reward(merchant, { stampsToRedeem: 4 });
      const answers = await till({
        baseUrl: await house.url(),
        token: await house.tokenOf(merchant),
        store: store.id,
        reward: reward.id,
      });
      expect(answers).toEqual({
        merchant: "My Merchant",
        member: "Laras",
        sale: 5,
        isSameSale: true,
        redeemed: 4,
        refusal: "insufficient_stamps",
        status: "Created",
        left: 5,
        sales: ["INV-1"],
        outcome: "done",
      });
    });
  });
});
