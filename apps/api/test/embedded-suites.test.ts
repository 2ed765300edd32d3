import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { embeddedSuites } from "./embedded-suites.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

test("each suite that is to run on the embedded database exists, once", () => {
  const suites = globSync("**/*.test.ts", { cwd: here }).flatMap((file) => {
    const text = readFileSync(`${here}${file}`, "utf8");
    return [...text.matchAll(/^contract(?:InProcess)?\(\s*"([^"]+)"/gm)].map(([, name]) => name);
  });
  expect(suites.length).toBeGreaterThan(Object.keys(embeddedSuites).length);
  expect(suites.filter((name) => name && name in embeddedSuites).sort()).toEqual(
    Object.keys(embeddedSuites).sort(),
  );
});
