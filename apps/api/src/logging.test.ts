import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { describeError, logging } from "./logging.ts";

function written(write: (log: ReturnType<typeof fastify>["log"]) => void): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const app = fastify({ logger: logging({ level: "info", stream }) });
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
});
