import { describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { deskIn, PASSWORD } from "./desk.ts";

const secret = "what the console and the API share";
const console = { publicUrl: "https://stamps.example.com", secureCookies: true, secret };
const hop = { "x-stampbook-console": secret, "x-forwarded-proto": "https" };
const origin = "https://stamps.example.com";

contractInProcess(
  "the console's own hop",
  (house) => {
    const desk = deskIn(house);
    let tries = 0;
    const trySignIn = (headers: Record<string, string>) => {
      const nobody = { email: `nobody-${++tries}@example.com`, password: PASSWORD };
      return desk.browser("127.0.0.1").auth("/sign-in/email", nobody, headers);
    };

    it("is believed that the browser came over HTTPS, and nobody else", async () => {
      expect((await trySignIn({ origin, ...hop }))[0]).toBe(401);
      expect((await trySignIn({ origin, "x-forwarded-proto": "https" }))[0]).toBe(403);
      expect((await trySignIn({ origin, ...hop, "x-stampbook-console": "x" }))[0]).toBe(403);
      expect((await trySignIn({ origin, ...hop, "x-forwarded-proto": "http" }))[0]).toBe(403);
    });

    it("is believed about the browser's address: each has its own rate", async () => {
      const from = async (address: string) =>
        (await trySignIn({ origin, ...hop, "x-forwarded-for": address }))[0];
      const statuses: number[] = [];
      for (let at = 0; at < 21; at++) statuses.push(await from("10.4.4.1"));
      expect(statuses).toEqual([...Array(20).fill(401), 429]);
      expect(await from("10.4.4.2")).toBe(401);
    });

    it("H1: clients behind a second trusted proxy do not share one rate", async () => {
      // besides the console, a proxy in front of the API may append an address
      const from = async (client: string) =>
        (await trySignIn({ origin, ...hop, "x-forwarded-for": `${client}, 10.0.0.5` }))[0];
      const statuses: number[] = [];
      for (let at = 0; at < 22; at++) statuses.push(await from(`10.4.6.${at}`));
      expect(statuses).toEqual(Array(22).fill(401));
    });

    describe("over HTTPS", () => {
      it("S21 (T53): gets cookies that travel over HTTPS alone, and that no sibling host can set", async () => {
        const who = await desk.person();
        await desk.hire(who, await house.given.merchant(), "cashier");
        const [status, , headers] = await desk
          .browser("10.4.5.1")
          .auth("/sign-in/email", { email: who.email, password: PASSWORD }, { origin, ...hop });
        expect(status).toBe(200);
        expect(String(headers["set-cookie"])).toMatch(
          /^__Host-stampbook\.session_token=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax,/,
        );
      });
    });
  },
  { requireHttps: true, console, trustedProxies: ["10.0.0.5"] },
);
