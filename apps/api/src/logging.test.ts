import { TRPCError } from "@trpc/server";
import { fastify } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { describeError } from "./describe-error.ts";
import { logFailure, logging } from "./logging.ts";

function written(write: (log: ReturnType<typeof fastify>["log"]) => void): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const app = fastify({ logger: logging({ level: "debug", stream }, ({ ip }) => ip) });

  write(app.log);
  return lines.join("");
}

describe("the log", () => {
  it("strikes out secrets, wherever somebody logs them", () => {
    const line = written((log) =>
      log.info({
        pin: "canary-1",
        input: { password: "canary-2", otp: "canary-3", user: "visible" },
        headers: { authorization: "Token canary-4", cookie: "canary-5" },
      }),
    );
    expect(line).toContain("visible");
    expect(line).not.toContain("canary");
  });

  it("shows an error with its causes, and nothing that a driver hung on it", () => {
    const cause = Object.assign(new Error("no such table"), {
      code: "42P01",
      detail: "Key (email)=(canary@example.com)",
      parameters: ["canary"],
      query: "select canary",
    });
    const line = written((log) => log.error(new Error("outer", { cause }), "it failed"));
    expect(JSON.parse(line)).toMatchObject({
      msg: "it failed",
      err: { message: "outer", cause: { message: "no such table", code: "42P01" } },
    });
    expect(line).not.toContain("canary");
    expect(describeError(cause).stack).toContain("logging.test.ts");
  });

  it("O7: a full disk of the database is an error, other overload a warning", () => {
    // later than each line that another test file of this process has logged
    let now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const levelOf = (code: string) => {
      now += 1_000;
      const cause = Object.assign(new Error("could not extend file"), { code });
      const error = new TRPCError({ code: "SERVICE_UNAVAILABLE", cause });
      return JSON.parse(written((log) => logFailure(log, error, "transactions.add"))).level;
    };
    expect([levelOf("53100"), levelOf("55P03")]).toEqual([50, 40]);
    clock.mockRestore();
  });

  const failed = () =>
    Object.assign(new Error('Failed query: select $1\nparams: canary,"\n    at canary"'), {
      cause: new Error("no such table"),
    });
  it.each<[how: string, write: Parameters<typeof written>[0]]>([
    ["alone", (log) => log.error(failed())],
    ["as a member", (log) => log.error({ failure: failed() }, "it failed")],
    ["as err", (log) => log.error({ err: failed() })],
    ["behind a text", (log) => log.error("it failed %s", failed())],
    ["as a text", (log) => log.error(`it failed: ${failed().message}`)],
    ["as a text of a member", (log) => log.debug({ reason: failed().message }, "it failed")],
    ["in another's message", (log) => log.error(new Error(`outer: ${failed().message}`))],
    ["as a cause", (log) => log.error(new Error("outer", { cause: failed() }))],
    ["of a child", (log) => log.child({ reqId: "1" }).error(failed(), "it failed")],
  ])("M8 (T49): keeps no parameter of an error that comes %s", (_, write) => {
    const line = written(write);
    expect(line).toMatch(/failed/i);
    expect(line).not.toContain("canary");
  });

  it("M8 (T49): keeps no value that the database quotes", () => {
    const unread = Object.assign(new Error('invalid input syntax for type bigint: "canary"'), {
      code: "22P02",
    });
    const line = written((log) => log.error(new Error("outer", { cause: unread })));
    expect(JSON.parse(line)).toMatchObject({ err: { message: "outer", cause: { code: "22P02" } } });
    expect(line).not.toContain("canary");
  });
});
