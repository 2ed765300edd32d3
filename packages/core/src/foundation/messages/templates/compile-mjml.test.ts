import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withCaller } from "@stampbook/db";
import { expect, test } from "vitest";
import { compileMjml } from "./compile-mjml.ts";

const mail = (inside: string, head = "") =>
  `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`;

test("the same text again is not compiled again", async () => {
  const mjml = mail("<mj-text>{{otp}}</mj-text>");
  const [first, again] = await Promise.all([compileMjml(mjml), compileMjml(mjml)]);
  expect(first).toEqual({ html: expect.stringContaining("{{otp}}") });
  expect(again).toEqual(first);
  expect(await compileMjml(mjml)).toBe(await compileMjml(mjml));
});

test("an answer that is none fails what asked for it, and nothing else", async () => {
  const { execPath } = process;
  const mjml = mail("<mj-text>later</mj-text>");
  try {
    // `echo` runs in place of the compiler: it prints its arguments, which are not JSON
    process.execPath = "/bin/echo";
    await expect(compileMjml(mjml)).rejects.toThrow(SyntaxError);
  } finally {
    process.execPath = execPath;
  }
  expect(await compileMjml(mjml)).toEqual({ html: expect.stringContaining("later") });
});

test("what was ended because it took too long is compiled when it is asked for again", async () => {
  const { execPath } = process;
  const folder = mkdtempSync(join(tmpdir(), "stampbook-mjml-"));
  const killed = join(folder, "killed");
  writeFileSync(killed, "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
  const mjml = mail("<mj-text>again</mj-text>");
  try {
    process.execPath = killed;
    expect(await compileMjml(mjml)).toEqual({ problem: "it takes too much to compile" });
  } finally {
    process.execPath = execPath;
    rmSync(folder, { recursive: true });
  }
  expect(await compileMjml(mjml)).toEqual({ html: expect.stringContaining("again") });
});

test("what would take the memory of a whole server ends without it", async () => {
  const all = `<mj-attributes><mj-all css-class="${"x ".repeat(25_000)}"/></mj-attributes>`;
  const cells =
    '<mj-html-attributes><mj-selector path="td"><mj-html-attribute name="x">y</mj-html-attribute></mj-selector></mj-html-attributes>';
  expect(await compileMjml(mail("<mj-text></mj-text>".repeat(2_500), all + cells))).toEqual({
    problem: "it takes too much to compile",
  });
});

/** Compiles a text that nobody has compiled before, for a merchant's caller. Returns the outcome as a word. */
let texts = 0;
const compileFor = (merchantId: number, signal?: AbortSignal) =>
  withCaller({ signal, merchantId }, () =>
    compileMjml(mail(`<mj-text>${texts++}</mj-text>`)).then(
      (compiled) => ("html" in compiled ? "compiled" : compiled.problem),
      ({ code }) => code,
    ),
  );

/** Runs `work` with a compiler that never ends. It loads at once or never. */
async function withEndless(isLoaded: boolean, work: () => Promise<unknown>) {
  const { execPath } = process;
  const folder = mkdtempSync(join(tmpdir(), "stampbook-mjml-"));
  const endless = join(folder, "endless");
  writeFileSync(endless, `#!/bin/sh\n${isLoaded ? "printf ' '" : ""}\nexec sleep 600\n`, {
    mode: 0o755,
  });
  try {
    process.execPath = endless;
    await work();
  } finally {
    process.execPath = execPath;
    rmSync(folder, { recursive: true });
  }
}

test("S5 (T43): merchants take turns, and one of each waits", async () => {
  const ended: string[] = [];
  const compile = async (merchantId: number) => {
    ended.push(`${merchantId} ${await compileFor(merchantId)}`);
  };
  const runs = compile(1);
  const others = [compile(1), compile(1), compile(2)];
  await runs;
  await Promise.all([...others, compile(1)]);
  const refused = "1 overloaded";
  expect(ended).toEqual([refused, "1 compiled", refused, "2 compiled", "1 compiled"]);
});

test("S5: ten wait in all, and those whose callers have gone are dropped at once", {
  timeout: 40_000,
}, async () => {
  const leaving = new AbortController();
  await withEndless(false, async () => {
    const many = Array.from({ length: 12 }, (_, at) => compileFor(10 + at, leaving.signal));
    expect(await many[11]).toBe("overloaded");
    leaving.abort();
    expect(await Promise.all(many)).toEqual(Array(12).fill("overloaded"));
  });
  expect(await compileFor(10)).toBe("compiled");
});

test("S5: one that takes longer than five seconds is ended", async () => {
  await withEndless(true, async () => {
    expect(await compileFor(1)).toBe("it takes too much to compile");
  });
});
