import { schema } from "@stampbook/db";
import { expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { at, type Endpoint, openCounter } from "../../credentials.ts";
import type { House } from "../../harness.ts";

const log: string[] = [];

/**
 * Whether the text contains the secret, plain or in hexadecimal or base64. A part of a longer number
 * does not count.
 */
function holds(written: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  return (
    new RegExp(`(?<![0-9.])${secret}(?![0-9])`).test(written) ||
    written.includes(bytes.toString("hex")) ||
    written.includes(bytes.toString("base64").replace(/=+$/, ""))
  );
}

/** Every row of every table, as text. */
async function dump({ core }: House): Promise<string> {
  const read = async (query: string) => [...((await core.db.execute(query)) as Iterable<unknown>)];
  const tables = await read("select tablename as name from pg_tables where schemaname = 'public'");
  const rows: unknown[] = [];
  for (const { name } of tables as { name: string }[])
    rows.push(name, await read(`select x::text as row from "${name}" x`));
  return JSON.stringify(rows);
}

contractInProcess(
  "secrets",
  (house) => {
    it("are in no line of the log, no row of the database and no refusal, whatever happens", async () => {
      log.length = 0;
      const counter = await openCounter(house);
      const { user } = await counter.customer();
      for (const [code, channel] of [
        ["otp", "email"],
        ["credential_changed", "email"],
      ] as const) {
        const body = code === "otp" ? "{{otp}}" : "{{credential}}";
        const row = { merchantId: counter.merchant.id, code, channel, body, html: body };
        await house.core.db.insert(schema.messageTemplates).values(row);
      }
      const [pin, otherPin, wrongPin, wrongOtp] = ["318427", "590273", "740615", "083516"] as const;
      const [password, otherPassword, wrongPassword] = [
        "canary-one",
        "canary-two",
        "canary-bad",
      ] as const;
      const canaries: string[] = [
        ...[pin, otherPin, wrongPin, wrongOtp],
        ...[password, otherPassword, wrongPassword],
      ];
      const answers: string[] = [];
      const call = async ([path, procedure]: Endpoint, body: object, by: "rest" | "trpc") => {
        const answer =
          by === "rest"
            ? (await counter.call(path, body)).slice(0, 2)
            : await counter.callTrpc(procedure, body);
        const [, told] = answer;
        const otp = (told as { otp?: string } | null)?.otp;
        if (otp) canaries.push(otp);
        else answers.push(JSON.stringify(answer));
        return otp;
      };
      const twice = { pin, confirm_pin: pin };
      const chosen = { new_password: password, confirm_new_password: password };
      for (const by of ["rest", "trpc"] as const) {
        const otpFor = async (endpoint: Endpoint, field: string) => {
          const otp = await call(
            endpoint,
            { [field]: user, type: "email", template_code: "otp" },
            by,
          );
          return { otp };
        };
        await counter.does(at.resetOtpLimit, { user });
        await call(at.setPin, { user, ...twice }, by);
        await call(at.setPin, { user, pin: otherPin, confirm_pin: wrongPin }, by);
        await call(at.setPin, { user, pin: Number(pin), confirm_pin: [pin] }, by);
        await call(at.validatePin, { user, pin: wrongPin }, by);
        await call(at.validatePin, { user, pin: { pin }, [pin]: pin }, by);
        const change = { current_pin: pin, new_pin: otherPin, confirm_new_pin: otherPin };
        await call(at.changePin, { user, ...change }, by);
        await call(at.resetPin, { user, otp: wrongOtp, ...twice }, by);
        await call(
          at.resetPin,
          { user, ...(await otpFor(at.requestPinOtp, "user")), ...twice },
          by,
        );
        await call(at.setPassword, { email: user, new_password: password }, by);
        await call(at.validatePassword, { user, password: wrongPassword }, by);
        await call(at.resetPinWithPassword, { user, password: wrongPassword, ...twice }, by);
        const known = { user, old_password: password };
        await call(at.changePassword, { ...known, new_password: otherPassword }, by);
        const proof = await otpFor(at.requestPasswordOtp, "identifier");
        await call(at.resetPassword, { identifier: user, otp: wrongOtp, ...chosen }, by);
        await call(at.resetPassword, { identifier: user, ...proof, ...chosen }, by);
        // a constraint makes the database refuse this call, with an error that quotes the row
        await counter.sql(
          "alter table pins add constraint never check (merchant_id < 0) not valid",
        );
        await call(at.resetPinWithPassword, { user, password, ...twice }, by);
        await counter.sql("alter table pins drop constraint never");
        await otpFor(at.requestPinOtp, "user");
      }
      // the last call has secrets in invalid JSON, in the URL and in a header
      const headers = { "content-type": "application/json", "idempotency-key": otherPassword };
      const [path] = at.setPin;
      const raw = { method: "POST", path: `${path}?pin=${pin}`, token: counter.token, headers };
      answers.push(JSON.stringify(await house.send({ ...raw, payload: `{"pin":"${pin}"` })));

      const rows = await dump(house);
      const told = answers.join("\n");
      expect(log.join("")).toContain("violates check constraint");
      expect(told).toContain("Server error");
      expect(rows).toContain("pin.reset");
      const written = [log.join(""), rows, told].join("\n");
      expect(canaries.filter((secret) => holds(written, secret))).toEqual([]);
      expect(canaries.length).toBe(7 + 6);
    });
  },
  { log: { level: "trace", stream: { write: (line) => log.push(line) } } },
);
