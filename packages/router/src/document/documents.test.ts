import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documents } from "./documents.ts";

const generated = documents();
const committed = (file: string) =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8");

it.each(["openapi.json", "operations.md"] as const)(
  "docs/%s is what the router says; pnpm --filter @stampbook/router document writes it anew",
  (file) => {
    expect(committed(file)).toBe(generated[file]);
  },
);
