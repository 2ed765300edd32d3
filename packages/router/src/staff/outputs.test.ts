import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "../index.ts";
import { listProcedures } from "../procedures.ts";
import { PageOf } from "./lists/paging.ts";
import { ListedCustomer } from "./shown/customer.ts";
import { streamOf } from "./shown/named.ts";

it("every procedure of the console has an output schema", () => {
  const own = listProcedures(appRouter).filter(({ name }) => name.startsWith("staff."));
  expect(own.length).toBeGreaterThan(90);
  expect(own.filter(({ output }) => !output).map(({ name }) => name)).toEqual([]);
});

describe("an output", () => {
  const customer: z.input<typeof ListedCustomer> = {
    id: 1,
    name: "Ani",
    memberId: null,
    email: "ani@example.com",
    mobileNumber: null,
    pictureUrl: null,
    isActive: true,
    isBlocked: false,
    status: 100,
    level: 1,
    levelName: "Basic",
    stamps: 7,
  };

  it("leaves out a column that its schema does not name", () => {
    const page = { items: [{ ...customer, passwordHash: "x" }], nextCursor: null };
    expect(PageOf(ListedCustomer).parse(page)).toEqual({ items: [customer], nextCursor: null });
  });

  it("refuses a row without a field that its schema names", () => {
    const { stamps: _, ...row } = customer;
    expect(PageOf(ListedCustomer).safeParse({ items: [row], nextCursor: null }).success).toBe(
      false,
    );
  });
});

describe("a stream of outputs", () => {
  const Numbered = streamOf(z.object({ n: z.int() }));
  async function* streamed(items: readonly { n: number }[]) {
    yield* items;
  }
  async function read(...items: { n: number }[]) {
    const all: { n: number }[] = [];
    for await (const each of Numbered.parse(streamed(items))) all.push(each);
    return all;
  }

  it("leaves out of each item what its schema does not name", async () => {
    expect(await read({ n: 1 }, Object.assign({ n: 2 }, { secret: "x" }))).toEqual([
      { n: 1 },
      { n: 2 },
    ]);
  });

  it("ends with an error at an item that does not fit", async () => {
    await expect(read({ n: 1 }, { n: 1.5 })).rejects.toThrow(z.ZodError);
  });

  it("is nothing but a stream", () => {
    expect(Numbered.safeParse([{ n: 1 }]).success).toBe(false);
  });

  it("ends its source when the reader leaves", async () => {
    let hasEnded = false;
    async function* source() {
      try {
        for (let n = 0; ; n++) yield { n };
      } finally {
        hasEnded = true;
      }
    }
    for await (const { n } of Numbered.parse(source())) if (n === 2) break;
    expect(hasEnded).toBe(true);
  });
});
