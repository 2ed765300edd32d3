import { expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";

const refused = [403, { detail: "Please use https instead of http" }];
const PROXY = "10.1.2.3";
const https = { "x-forwarded-proto": "https" };

contractInProcess(
  "where HTTPS is required",
  (house) => {
    it.each([
      ["POST", "/api/ping"],
      ["GET", "/api/ping"],
      ["GET", "/api/500"],
      ["POST", "/api/unknown"],
      ["POST", "/%61pi/ping"],
      ["POST", "/api/%"],
      ["GET", "/trpc/diagnostics.ping"],
      ["GET", "/docs"],
      ["GET", "/docs/unknown"],
      ["GET", "/trpc"],
      ["POST", "/%61pi/unknown"],
      ["GET", "/api"],
      ["GET", "/openapi.json"],
      ["POST", "/openapi.json"],
      ["POST", "/staff-auth/sign-in/email"],
      ["PUT", "/staff-auth/sign-in/email"],
    ])("plain HTTP is refused before anything else: %s %s", async (method, path) => {
      const answer = await house.send({ method, path });
      expect(answer.slice(0, 2)).toEqual(refused);
      expect(answer[2]["x-request-id"]).toBeDefined();
    });

    it.each(["/health", "/ready"])("%s stays open", async (path) => {
      expect((await house.send({ method: "GET", path }))[0]).toBe(200);
    });

    it.each(["/health", "/ready"])("%s says itself which methods it knows", async (path) => {
      const [status, body, headers] = await house.send({ method: "POST", path });
      const detail = 'Method "POST" not allowed.';
      expect([status, body, headers.allow]).toEqual([405, { detail }, "GET, HEAD"]);
    });

    it.each(["/", "/nope", "/apis/ping", "/%", "/healthy"])("nobody serves %s", async (path) => {
      const answer = await house.send({ method: "GET", path });
      expect(answer.slice(0, 2)).toEqual([404, { detail: "Not found." }]);
    });

    it("a trusted proxy is believed about the caller's connection", async () => {
      const ping = { method: "POST", path: "/api/ping", from: PROXY };
      expect((await house.send({ ...ping, headers: https }))[0]).toBe(401);
      expect((await house.send({ ...ping, from: `::ffff:${PROXY}`, headers: https }))[0]).toBe(401);
      const plain = { "x-forwarded-proto": "http" };
      expect((await house.send({ ...ping, headers: plain })).slice(0, 2)).toEqual(refused);
      expect((await house.send(ping)).slice(0, 2)).toEqual(refused);
    });

    it("nobody else is", async () => {
      const ping = { method: "POST", path: "/api/ping", headers: https };
      for (const from of ["127.0.0.1", "10.2.0.1", "::1"])
        expect((await house.send({ ...ping, from })).slice(0, 2)).toEqual(refused);
    });
  },
  { requireHttps: true, trustedProxies: ["10.1.0.0/16", "fd00::/8"] },
);
