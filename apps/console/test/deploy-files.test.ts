import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DCLinter } from "dclint";
import dockerfiles from "dockerfile-utils";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");
const units = ["stampbook-api@.service", "stampbook-console.service"];
/** What Dockerfile, compose file and units start. */
const commands = [
  "node --max-semi-space-size=16 apps/api/dist/server.js",
  "node apps/console/src/server/main.ts",
];

test("O3: a linter finds nothing in the Dockerfile, which runs as an ordinary user and looks at its health", () => {
  const text = read("Dockerfile");
  expect(dockerfiles.validate(text)).toEqual([]);
  expect(dockerfiles.validate(text.replace("USER node", "USR node"))).toHaveLength(1);
  for (const line of [/^USER node$/m, /^HEALTHCHECK /m]) expect(text).toMatch(line);
  expect(text).toContain(read("../.node-version").trim());
  const [, words = "[]"] = /^CMD (.*)$/m.exec(text) ?? [];
  expect(JSON.parse(words).join(" ")).toBe(commands[0]);
});

test("O3: the compose file fits the schema, and its services the other files", () => {
  const home = mkdtempSync(join(tmpdir(), "stampbook-compose-"));
  const problems = (text: string) => {
    const file = join(home, "compose.yml");
    writeFileSync(file, text);
    const { messages = [] } =
      new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] }).lintFiles(
        [file],
        false,
      )[0] ?? {};
    return messages
      .filter(({ rule }) => /^invalid-|^no-duplicate|^no-unquoted/.test(rule))
      .map(({ message }) => message);
  };
  const text = read("compose.yml");
  try {
    expect(problems(text)).toEqual([]);
    expect(problems(text.replace("read_only:", "read_only_root:"))).not.toEqual([]);
  } finally {
    rmSync(home, { recursive: true });
  }
  for (const port of text.matchAll(/_PORT: (\d+)/g))
    expect(read("nginx.conf")).toContain(`server 127.0.0.1:${port[1]} `);
  expect(read("nginx.conf")).toContain("listen 127.0.0.1:4100;");
  for (const [, name] of text.matchAll(/\$\{(\w+)/g))
    expect(read(".env.example")).toContain(`\n${name}=`);
});

test.runIf(existsSync("/usr/bin/systemd-analyze"))("O10: systemd accepts the units", () => {
  const home = mkdtempSync(join(tmpdir(), "stampbook-units-"));
  const verify = (change: (text: string) => string) => {
    for (const unit of units)
      writeFileSync(
        join(home, unit),
        change(read(unit)).replace("/opt/node26/bin/node", process.execPath),
      );
    const names = units.map((unit) => join(home, unit.replace("@.", "@4000.")));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...names], {
      encoding: "utf8",
    });
    return [status, stderr];
  };
  try {
    expect(verify((text) => text)).toEqual([0, ""]);
    expect(verify((text) => text.replace("Restart=", "Restrt=")).join()).toMatch(/Restrt/);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test("O10: the units start what the Dockerfile starts", () => {
  expect(units.map((unit) => /^ExecStart=.*\/bin\/(.*)$/m.exec(read(unit))?.[1])).toEqual(commands);
});
