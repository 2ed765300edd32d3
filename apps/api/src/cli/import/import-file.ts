import { createHash } from "node:crypto";
import { readDatabase } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { tryTemplate } from "@stampbook/core/messages";
import {
  findImportClashes,
  findImportedFile,
  importMerchant,
  type MerchantImported,
  type MovedMerchant,
} from "@stampbook/core/moving";
import { z } from "zod";
import { type Facts, noFacts } from "../merchant-file/facts.ts";
import { readRow } from "../merchant-file/read-row.ts";
import type { SectionName } from "../merchant-file/sections.ts";
import { batchesOf } from "./batches.ts";
import { createJudge } from "./judge.ts";
import { problemAt } from "./place.ts";
import { Problems } from "./problems.ts";
import type { Progress } from "./progress.ts";
import { BrokenFile, type FoundRecord, readRecords, type Source } from "./read-records.ts";
import { walkSections } from "./walk-sections.ts";

/** The result of an import. */
export type ImportOutcome =
  | { readonly is: "imported"; readonly merchant: MovedMerchant; readonly done: MerchantImported }
  /** An earlier import of this same file created the merchant; nothing was changed. */
  | { readonly is: "known"; readonly merchantId: number }
  /** Nothing was written. `lines` are from `Problems.lines`. */
  | { readonly is: "refused"; readonly lines: readonly string[] };

/** Checks a whole file, then writes all of it or nothing. Keeps keys in memory, but not all records. */
export async function importFile(
  deps: CoreDeps,
  source: Source,
  progress: Progress,
): Promise<ImportOutcome> {
  const digest = await digestOf(source);
  const merchantId = await peekMerchantId(source);
  if (merchantId !== null && (await findImportedFile(deps, { merchantId, digest })))
    return { is: "known", merchantId };

  const problems = new Problems();
  const same = unchanged(source, digest);
  const judged = await judgeFile(deps, same, problems, progress);
  if (!judged || problems.count) return { is: "refused", lines: problems.lines(source.name) };

  const { merchant, facts, present } = judged;
  const onBytes = progress.start("Writing", source.bytes);
  try {
    const batches = batchesOf(same, facts, present, onBytes);
    const done = await importMerchant(deps, { merchant, digest, batches });
    return { is: "imported", merchant, done };
  } finally {
    progress.stop();
  }
}

type JudgedFile = { merchant: MovedMerchant; facts: Facts; present: ReadonlySet<SectionName> };

/**
 * Adds every problem that it finds to `problems`, before anything is written. Returns null if the file cannot
 * be read to its end or has no valid merchant.
 */
async function judgeFile(
  deps: CoreDeps,
  source: Source,
  problems: Problems,
  progress: Progress,
): Promise<JudgedFile | null> {
  const { now } = await readDatabase(deps.db);
  const { judge, facts, claims, judgeClashes } = createJudge(deps.secrets, problems, now);
  const complain = (says: string, line: number | null = null, place = "") =>
    problems.add({ place, line, says });
  const onBytes = progress.start("Checking", source.bytes);
  try {
    const walk = walkSections(source, { onProblem: (problem) => problems.add(problem), onBytes });
    let step = await walk.next();
    for (; !step.done; step = await walk.next())
      for (const record of step.value) {
        judge(record);
        if (record.section === "message_templates") await judgeTemplate(record, facts, problems);
      }
    const { merchant } = facts;
    if (!step.value.has("merchant")) complain("is missing", null, "merchant");
    if (!merchant) return null;
    judgeClashes(await findImportClashes(deps, claims(merchant.id)));
    return { merchant, facts, present: step.value };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    complain(error.message, error.line);
    return null;
  } finally {
    progress.stop();
  }
}

async function digestOf(source: Source): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source.open()) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Returns the merchant's id, and skips all other sections. Null if the merchant is missing or invalid, or if
 * the file is broken before it.
 */
async function peekMerchantId(source: Source): Promise<number | null> {
  const facts = noFacts();
  const wants = (section: SectionName) => section === "merchant";
  const reading = { wants, onProblem: () => {}, onBytes: () => {} };
  try {
    for await (const [record] of readRecords(source, reading)) {
      const read = record && readRow("merchant", record.value, facts);
      if (read && "kind" in read && read.kind === "merchant") return read.row.id;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
  }
  return null;
}

/** Wraps a source. Reading the returned source to its end throws if the file no longer matches the digest. */
function unchanged(source: Source, digest: string): Source {
  async function* open() {
    const hash = createHash("sha256");
    for await (const chunk of source.open()) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest("hex") !== digest)
      throw new Error(`${source.name} changed while it was read. Nothing was imported.`);
  }
  return { ...source, open };
}

/** Compiles a message template and fills it with samples, to check that it can produce a message. */
async function judgeTemplate(record: FoundRecord, facts: Facts, problems: Problems): Promise<void> {
  const read = readRow("message_templates", record.value, facts);
  if (read instanceof z.ZodError || read.kind !== "messageTemplates") return;
  const tried = await tryTemplate(read.row, facts.merchant ?? { name: "", country: "" });
  if ("problem" in tried)
    problems.add(problemAt(record, tried.part, `cannot be used: ${tried.problem}`));
}
