import { expect, it, vi } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { deskIn, resetsSent } from "../desk.ts";

contractInProcess("a mail with a reset link", (house) => {
  it("that cannot be queued is queued by the next reset request", async () => {
    const desk = deskIn(house);
    const who = await desk.person();
    await desk.hire(who, await house.given.merchant(), "cashier");
    const ask = (email: string) => desk.browser().auth("/request-password-reset", { email });
    const sql = (text: string) => house.core.db.execute(text);

    await sql("alter table outbox_messages rename to gone");
    expect((await ask(who.email))[0]).toBe(200);
    await vi.waitFor(() => expect(house.log.join("")).toContain("a reset link was not sent"), {
      timeout: 30_000,
    });
    expect(house.log.join("")).not.toContain(who.email);
    await sql("alter table gone rename to outbox_messages");

    await sql(
      "update staff_verifications set updated_at = updated_at - interval '31 s' where identifier = 'reset request'",
    );
    await ask("nobody@example.com");
    await resetsSent(house.core);
    const mails = await house.core.db.query.outboxMessages.findMany();
    expect(mails.map(({ recipient }) => recipient)).toEqual([who.email]);
  });
});
