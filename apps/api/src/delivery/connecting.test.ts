import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { isBeforeConnection } from "./connecting.ts";

/** Returns a port at which nothing listens. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

const failure = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code });
const refused = failure("connect", "ECONNREFUSED");
const reset = failure("read", "ECONNRESET");

describe("nothing was sent", () => {
  test("a refused connection", async () => {
    const socket = connect(await freePort(), "127.0.0.1");
    const [error] = await once(socket, "error");
    expect(isBeforeConnection(error)).toBe(true);
  });

  test.each<[string, unknown]>([
    ["an unknown host", failure("getaddrinfo", "ENOTFOUND")],
    ["all addresses of a host refuse", new AggregateError([refused, refused])],
    ["no connection in time", Object.assign(new Error(), { code: "UND_ERR_CONNECT_TIMEOUT" })],
  ])("%s", (_, error) => expect(isBeforeConnection(error)).toBe(true));
});

test.each<[string, unknown]>([
  ["a broken connection", reset],
  ["one of several errors is of a broken connection", new AggregateError([refused, reset])],
  ["several errors, none of them known", new AggregateError([])],
  ["an error without a step", new TypeError("fetch failed")],
  ["no error", "late"],
])("something may have been sent: %s", (_, error) => expect(isBeforeConnection(error)).toBe(false));
