import { codeIn } from "../traffic/compare.ts";
import type { Told } from "../traffic/journal.ts";
import type { Order } from "../traffic/orders.ts";
import type { Shop } from "../traffic/town.ts";

/** The outcome of a call, as D4 returns it. */
export type Outcome =
  | { readonly state: "done"; readonly answer: unknown }
  | { readonly state: "unknown" };

/** A merchant's back office, which only reads. */
export type BackOffice = {
  /** Asks for the outcome of an order. Orders without a key are cancels of sales, which the list of sales shows. */
  readonly outcomeOf: (order: Order) => Promise<Outcome>;
  /** Describes how the lists of redemptions and sales differ from what the tills were answered. */
  readonly compare: (told: Told) => Promise<string[]>;
};

type Listed = { readonly id: number; readonly status: string; readonly invoice_number: string };
type Page = { readonly next_cursor: string | null } & Readonly<Record<string, unknown>>;

const lists = { redemptions: "/api/v2/redemptions", transactions: "/api/v2/transactions" };
/** Smaller than the lists, so that they have several pages. */
const PER_PAGE = "17";

export function openBackOffice(shop: Shop, port: number): BackOffice {
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<Page> => {
    const address = `http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`;
    const headers = {
      authorization: `Token ${shop.tokens[0]}`,
      "x-forwarded-proto": "https",
    };
    const answer = await fetch(address, { headers });
    const body = await answer.json();
    if (answer.status === 200) return body as Page;
    throw new Error(`${path} answered ${answer.status} ${codeIn(body)}`);
  };

  /** Reads a list of the last day, page by page. */
  async function listAll(name: keyof typeof lists, by: "created" | "canceled"): Promise<Listed[]> {
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const filter = { from, by, per_page: PER_PAGE, store: String(shop.store) };
    const rows: Listed[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await get(lists[name], cursor ? { ...filter, cursor } : filter);
      rows.push(...(page[name] as Listed[]));
      cursor = page.next_cursor;
    }
    return rows;
  }

  async function compareList<Key>(
    name: keyof typeof lists,
    keyOf: (row: Listed) => Key,
    told: ReadonlyMap<Key, string>,
  ): Promise<string[]> {
    const rows = await listAll(name, "created");
    const listed = new Map(rows.map((row) => [keyOf(row), row.status]));
    const canceled = new Set((await listAll(name, "canceled")).map(keyOf));
    const differing = [...new Set([...told.keys(), ...listed.keys()])].filter(
      (key) =>
        told.get(key) !== listed.get(key) || canceled.has(key) !== (told.get(key) === "Canceled"),
    );
    return [
      ...differing.map(
        (key) =>
          `${name}: ${key} was answered as ${told.get(key)}, is listed as ${listed.get(key)}, and ${canceled.has(key) ? "" : "not "}among the canceled`,
      ),
      ...(rows.length === listed.size ? [] : [`${name}: a row is listed twice`]),
    ];
  }

  return {
    outcomeOf: async ({ path: operation, key, sale }) => {
      if (key === null) {
        const canceled = await listAll("transactions", "canceled");
        const row = canceled.find((each) => each.invoice_number === sale?.invoice);
        if (!row) return { state: "unknown" };
        return { state: "done", answer: { transaction: { id: row.id, status: row.status } } };
      }
      const { state, answer } = await get("/api/v2/outcomes", { operation, key });
      if (state === "done") return { state, answer };
      if (state === "unknown") return { state };
      throw new Error(`The outcome of ${key} is ${state}, although its process has stopped.`);
    },
    compare: async ({ redemptions, sales }) => [
      ...(await compareList("redemptions", ({ id }) => id, redemptions)),
      ...(await compareList("transactions", (row) => row.invoice_number, sales)),
    ],
  };
}
