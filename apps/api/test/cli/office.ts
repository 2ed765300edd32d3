import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import type { CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { cheapHashes } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import { importFile } from "../../src/cli/import/import-file.ts";
import { silent } from "../../src/cli/import/progress.ts";
import type { Source } from "../../src/cli/import/read-records.ts";
import { createCore } from "../../src/core.ts";

/** The content of an import file. */
export type Document = { readonly [section: string]: unknown };
export type Json = { readonly [key: string]: unknown };

/** The dependencies of the core's functions, as commands have them, but with cheap hashes. */
export function depsOf(open: OpenDb): CoreDeps {
  const key = "a key for the tests of the command line";
  const secrets = createSecrets({ current: key, old: [] }, { cost: cheapHashes });
  return createCore(open, secrets);
}

/** A file that arrives in chunks of `chunk` bytes. */
export function sourceOf(text: string | Buffer, chunk = 65_536): Source {
  const bytes = Buffer.from(text);
  return {
    name: "merchant.json",
    bytes: bytes.length,
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    },
  };
}

let last = 5_000;
/** An id that no other test's merchant or store has. */
export const newId = () => ++last;

/** The import document of a new merchant with a store, and these further sections. */
export function documentWith(sections: Document = {}) {
  const [id, store] = [newId(), newId()];
  const merchant = {
    id,
    name: `Merchant ${id}`,
    country: "ID",
    timezone: "Asia/Jakarta",
    currency: "IDR",
  };
  const stores = [{ id: store, code: `S${store}`, name: "Kemang" }];
  return { merchant, stores, ...sections };
}

/** Imports a document, indented so that each field has its own line. */
export function importDocument(deps: CoreDeps, document: Document) {
  return importFile(deps, sourceOf(JSON.stringify(document, null, 2)), silent);
}

/** The problems for which a document is refused. Fails if it is not refused. */
export async function problemsOf(deps: CoreDeps, document: Document): Promise<readonly string[]> {
  const outcome = await importDocument(deps, document);
  if (outcome.is !== "refused") throw new Error(`it was ${outcome.is}`);
  return outcome.lines;
}

/** Imports a document, and returns what was imported. Fails if the document is refused. */
export async function importedOf(deps: CoreDeps, document: Document) {
  const outcome = await importDocument(deps, document);
  if (outcome.is === "imported") return outcome.done;
  throw new Error(outcome.is === "refused" ? outcome.lines.join("\n") : outcome.is);
}

/** A stream that stores what was written. */
export function listener() {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return { stream, said: () => Buffer.concat(chunks).toString() };
}

/** A text that occurs nowhere else. */
export const canary = () => `canary-${randomBytes(12).toString("hex")}`;
