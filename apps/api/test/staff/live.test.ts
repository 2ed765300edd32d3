import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type House, openHouse } from "../harness.ts";
import { deskIn, ORIGIN } from "./desk.ts";

let house: House & { readonly close: () => Promise<void> };
let closed = false;
beforeAll(async () => {
  house = await openHouse(await createTestDatabase());
});
afterAll(() => (closed ? undefined : house?.close()));

it("tells of a new booking, and ends when the process goes down", async () => {
  const desk = deskIn(house);
  const merchant = await house.given.merchant();
  const store = await house.given.store(merchant);
  const browser = await desk.at(merchant, "cashier", [store.id]);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = await house.app.listen({ port: 0 });

  const strange = await fetch(`${url}/trpc/staff.live.changes`, {
    headers: { cookie, accept: "text/event-stream", origin: "https://evil.example" },
  });
  expect(await strange.text()).toContain("permission_denied");

  const answer = await fetch(`${url}/trpc/staff.live.changes`, {
    headers: { cookie, accept: "text/event-stream", origin: ORIGIN },
  });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const told = events(answer);
  const first = await told.next();
  const wish = {
    user: "guest@example.com",
    store: store.id,
    date: "2099-05-01",
    time: "19:00",
    phone: "0812345678",
    number_of_people: 2,
  };
  expect((await house.post("/api/bookings/add", wish))[0]).toBe(200);
  const second = await told.next();
  expect(second.value.bookings).not.toBe(first.value.bookings);
  expect(second.value).toMatchObject({
    refusal: null,
    redemption: null,
    sales: first.value.sales,
    jobs: [],
  });

  closed = true;
  await Promise.all([house.close(), drain(told)]);
});

type Pulse = { readonly bookings: string; readonly sales: string };

/** The data of a stream's events. */
async function* events(answer: Response): AsyncGenerator<Pulse, Pulse> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (\{.*"bookings".*\})$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data);
    }
  }
  return { bookings: "", sales: "" };
}

async function drain(stream: AsyncIterable<unknown>) {
  for await (const _ of stream);
}
