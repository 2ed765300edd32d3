import { createTestDatabase } from "@stampbook/db/testing";
import { expect, it } from "vitest";
import { openHouse } from "../harness.ts";
import { deskIn } from "./desk.ts";

it("closes the database only when the work after the last response has ended", async () => {
  const database = await createTestDatabase();
  const waiting: string[] = [];
  const house = await openHouse(database, {
    closeDatabase: async () => {
      const messages = await house.core.db.query.outboxMessages.findMany();
      waiting.push(...messages.map(({ recipient }) => recipient));
    },
  });
  const desk = deskIn(house);
  const who = await desk.person();
  await desk.hire(who, await house.given.merchant(), "owner");
  // the mail is written after the response
  await desk.browser().auth("/request-password-reset", { email: who.email });
  await house.close();
  expect(waiting).toEqual([who.email]);
});
