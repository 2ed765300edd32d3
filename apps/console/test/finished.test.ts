import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { appRouter, listProcedures } from "@stampbook/router";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Allowed } from "../src/features/session/allowed.tsx";
import { DeskProvider, type Me, useDesk } from "../src/features/session/desk.tsx";
import { ReceiptPane } from "../src/features/till/receipt/receipt-pane.tsx";
import en from "../src/messages/en.json" with { type: "json" };
import { Words } from "../src/messages/words.tsx";
import { ApiProvider } from "../src/rpc/provider.tsx";
import { nearMoment } from "../src/ui/moment.tsx";
import { done } from "./testing/till-state.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const read = (path: string) => readFileSync(path, "utf8");

const stores = [
  { id: 34, name: "Jayapura", isActive: true },
  { id: 31, name: "Closed", isActive: false },
  { id: 32, name: "Kemang", isActive: true },
].map((store) => ({ ...store, timezone: "Asia/Jakarta" }));

/** Returns the HTML of `children` as a person's page shows it: with these rights and settings. */
function shown(children: ReactNode, me: object = {}, storeId: number | null = null): string {
  const merchant = { id: 1, currency: "IDR", timezone: "Asia/Jakarta" };
  const person = { merchant, stores, may: [], hasMail: true, ...me } as unknown as Me;
  const desk = createElement(DeskProvider, { me: person, storeId } as never, children);
  const api = createElement(ApiProvider, { merchantId: 1 } as never, desk);
  const words = { locale: "en", messages: en };
  return renderToStaticMarkup(createElement(Words, words as never, api));
}

/** Returns a receipt of a visit with a sale. */
function receipt(canceled: readonly "sale"[]) {
  const { visit, ...rest } = done("key");
  const sale = { id: 1, total: "5.00", stampsEarned: 1 };
  const all = { ...rest, canceled, visit: { ...visit, customerName: "Qori", sale } };
  const actions = { act: () => {}, onUndone: () => {}, onEnd: () => {} };
  return createElement(ReceiptPane, { ...actions, done: all, memberId: null } as never);
}

function StoreName() {
  return useDesk().store?.name;
}

test("D36: a person with every store begins in the merchant's first, not the first by name", () => {
  const probe = createElement(StoreName);
  expect(shown(probe)).toBe("Kemang");
  expect(shown(probe, {}, 34), "a chosen store stays").toBe("Jayapura");
  expect(shown(probe, {}, 31), "a closed store is nobody's").toBe("Kemang");
});

test("D8: a receipt is sent by email only where email is set up", () => {
  const pane = receipt([]);
  const may = ["staff.visits.emailReceipt"];
  expect(shown(pane, { may })).toContain(en.till.emailReceipt);
  expect(shown(pane, { may, hasMail: false })).not.toContain(en.till.emailReceipt);
});

test("D15: a receipt that is canceled whole shows that, and no longer what was done", () => {
  const head = (canceled: readonly "sale"[]) =>
    /role="status".*?<\/strong>/.exec(shown(receipt(canceled)))?.[0].replace(/<[^>]*>/g, "");
  expect(head([])).toContain(`Qori: ${en.till.saleDone}`);
  expect(head(["sale"])).toContain(`Qori: ${en.till.undoneWord}`);
});

test("D29: a form is shown to people who may send it, and others learn why not", () => {
  const form = createElement(Allowed, { needs: "staff.customers.add" } as never, "the form");
  expect(shown(form, { may: ["staff.customers.add"] })).toBe("the form");
  expect(shown(form, { may: ["staff.customers.edit"] })).not.toContain("the form");
  expect(shown(form)).toContain("permission_denied");
});

test("D29: every page with a form asks first whether the person may send it", () => {
  const pages = globSync("app/(desk)/**/{new,edit,issue}/page.tsx", { cwd: source });
  expect(pages.length).toBeGreaterThan(7);
  const known = new Set(listProcedures(appRouter).map(({ name }) => name));
  const asked = pages.map((page) => {
    const text = read(join(source, page));
    const imported = [...text.matchAll(/from "(\.[^"]*features[^"]*)"/g)].map(([, path = ""]) =>
      read(join(source, dirname(page), path)),
    );
    const needs = [text, ...imported].map((each) => /<Allowed needs="([^"]+)"/.exec(each)?.[1]);
    return [page, needs.some((name) => name !== undefined && known.has(name))];
  });
  expect(asked).toEqual(pages.map((page) => [page, true]));
});

test("D19: a moment that the browser's clock sees ahead or just past is now", () => {
  const now = new Date("2026-11-28T10:00:00Z");
  const after = (ms: number) => new Date(now.getTime() + ms);
  for (const ms of [1_000, -1_000, 59_999, -59_999])
    expect(nearMoment(after(ms), now), `${ms} ms`).toBe(now);
  for (const ms of [60_000, -60_000, 3_600_000])
    expect(nearMoment(after(ms), now), `${ms} ms`).toEqual(after(ms));
});

test("D19: every time that is told as a distance from now is rounded to the minute", () => {
  const told = globSync("**/*.{ts,tsx}", { cwd: source }).flatMap((path) =>
    [...read(join(source, path)).matchAll(/\.relativeTime\((\w+)/g)].map(([, first]) => first),
  );
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told)).toEqual(new Set(["nearMoment"]));
});
