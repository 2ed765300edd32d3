import { type FastifyRequest, fastify } from "fastify";
import { expect, it } from "vitest";
import { ordinaryBody, parseJson, readBytes } from "./body.ts";
import { readInput } from "./handler.ts";

const bodyOf = async ({ raw }: FastifyRequest) =>
  parseJson(await readBytes(raw, ordinaryBody), ordinaryBody);

function open() {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(["application/json", "*"], (_request, _body, done) => done(null));
  app.route({
    method: ["GET", "POST"],
    url: "/things/:code",
    handler: (request) =>
      readInput(request, { takesGet: true, hasCaller: true }, () => bodyOf(request)),
  });
  app.post("/posts", (request) =>
    readInput(request, { takesGet: false, hasCaller: true }, () => bodyOf(request)),
  );
  return app;
}

async function read(method: "GET" | "POST", url: string, body?: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, payload: JSON.stringify(body) };
  return (await open().inject({ method, url, ...sent })).json();
}

it("reads a query, whose repeated keys are lists", async () => {
  expect(await read("GET", "/things/A%201?user=a%40b.example&tag=1&tag=2&empty=")).toEqual({
    code: "A 1",
    user: "a@b.example",
    tag: ["1", "2"],
    empty: "",
  });
});

it("reads the body of a GET too; the query wins over it, and the path over both", async () => {
  const body = { user: "of the body", code: "of the body", items: [{ product_name: "Kopi" }] };
  expect(await read("GET", "/things/K1?user=of-the-query&code=of-the-query", body)).toEqual({
    user: "of-the-query",
    code: "K1",
    items: [{ product_name: "Kopi" }],
  });
});

it("reads a POST to the same path alike, and ignores the query of other POSTs", async () => {
  expect(await read("POST", "/things/K1?user=q", { user: "b" })).toEqual({ user: "q", code: "K1" });
  expect(await read("POST", "/posts?user=q&token=t", { user: "b" })).toEqual({ user: "b" });
});

it("leaves a body that is no object to the operation's schema", async () => {
  expect(await read("GET", "/things/K1?user=q", ["a"])).toEqual(["a"]);
});

it("takes no prototype from a query", async () => {
  expect(await read("GET", "/things/K1?__proto__=x&constructor=y")).toEqual({
    code: "K1",
    constructor: "y",
    ["__proto__"]: "x",
  });
});
