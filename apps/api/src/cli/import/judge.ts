import { codeKeyOf } from "@stampbook/core/merchants";
import {
  firstLevel,
  type ImportClaims,
  type ImportClashes,
  type Moved,
} from "@stampbook/core/moving";
import type { Secrets } from "@stampbook/core/secrets";
import { z } from "zod";
import type { Facts } from "../merchant-file/facts.ts";
import { type FileRow, readRow } from "../merchant-file/read-row.ts";
import type { SectionName } from "../merchant-file/sections.ts";
import { identifierProblems } from "./identifier-problems.ts";
import { KeySet } from "./key-set.ts";
import { problemAt, problemsOf } from "./place.ts";
import type { Problem, Problems } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";
import { voucherProblems } from "./voucher-problems.ts";

type Says = (path: string, says: string) => void;
type Judged<Kind extends FileRow["kind"]> = Extract<FileRow, { kind: Kind }>["row"];

/** Values that must be unique in the whole database, with their records. */
type Claims = {
  readonly merchantIds: Map<number, Problem>;
  readonly storeIds: Map<number, Problem>;
  readonly tokenHashes: Map<string, Problem>;
  readonly timezones: Map<string, Problem>;
};

/**
 * Checks the records of a file one by one, each after the records it refers to: their form, their
 * references, and uniqueness. Stores keys, never records.
 */
export function createJudge(secrets: Secrets, problems: Problems, now: string) {
  const facts: Facts = { merchant: null, lowestLevel: null, templates: new Map() };
  const claims: Claims = {
    merchantIds: new Map(),
    storeIds: new Map(),
    tokenHashes: new Map(),
    timezones: new Map(),
  };
  const levels = new Set<number>();
  const keys = new Map<string, KeySet>();

  function judge(record: FoundRecord): void {
    const read = readRow(record.section, record.value, facts);
    if (!(read instanceof z.ZodError)) {
      judgeRow(read, record);
      return;
    }
    for (const problem of problemsOf(record, read)) problems.add(problem);
    const key = keyOf(record.value);
    if (key !== null) keysOf(`broken ${record.section}`).add(key, 0);
  }

  /** A reference to a broken record is not reported again. */
  function unknown(section: SectionName, key: number, path: string, says: Says): void {
    if (!keysOf(`broken ${section}`).has(key))
      says(path, `is not among the ${section} of this file`);
  }

  function judgeRow(read: FileRow, record: FoundRecord): void {
    const says: Says = (path, text) => problems.add(problemAt(record, path, text));
    const once = (path: string, key: string | number | null, of = path) => {
      if (key === null) return;
      const before = keysOf(`${record.section} ${of}`).add(key, record.index ?? 0);
      if (before !== null) says(path, `is the same as ${record.section}[${before}].${path}`);
    };
    switch (read.kind) {
      case "merchant":
        facts.merchant = read.row;
        claim(claims.merchantIds, read.row.id, "id", "is the id of a known merchant", record);
        claimTimezone(read.row.timezone, record);
        break;
      case "levels":
        once("level", read.row.level + 1);
        facts.lowestLevel = Math.min(facts.lowestLevel ?? read.row.level, read.row.level);
        levels.add(read.row.level);
        break;
      case "stores":
        once("id", read.row.id);
        once("code", codeKeyOf(read.row.code));
        claim(claims.storeIds, read.row.id, "id", "is the id of a known store", record);
        claimTimezone(read.row.timezone, record);
        break;
      case "customers":
        judgeCustomer(read.row, record, once, says);
        break;
      case "voucherTemplates":
        once("id", read.row.id);
        facts.templates.set(read.row.id, { isDynamic: read.row.isDynamic, value: read.row.value });
        judgeStores(read.row, says);
        break;
      case "rewards":
        once("id", read.row.id);
        once("code", codeKeyOf(read.row.code));
        judgeTemplateOf(read.row, says);
        if (issuesNothing(read.row, facts))
          says("voucher_template", "is dynamic and has no value: its vouchers would hold nothing");
        judgeStores(read.row, says);
        break;
      case "vouchers":
        once("id", read.row.id);
        once("code", codeKeyOf(read.row.code));
        if (read.row.customerId !== null && !keysOf("customers id").has(read.row.customerId))
          unknown("customers", read.row.customerId, "customer", says);
        judgeTemplateOf(read.row, says);
        for (const { path, text } of voucherProblems(read.row, facts, now)) says(path, text);
        break;
      case "promoCodes":
        once("id", read.row.id);
        once("code", codeKeyOf(read.row.code));
        judgeStores(read.row, says);
        break;
      case "messageTemplates":
        once("code", `${read.row.channel} ${read.row.code}`);
        break;
      case "tokens":
        judgeToken(read.row, record, once);
        judgeStores(read.row, says);
        break;
      case "staff":
        once("email", read.row.email);
        judgeVerifier("password", read.row.passwordVerifier, says);
        judgeStores(read.row, says);
    }
  }

  function judgeCustomer(
    row: Judged<"customers">,
    record: FoundRecord,
    once: (path: string, key: string | number | null) => void,
    says: Says,
  ): void {
    once("id", row.id);
    const country = facts.merchant?.country ?? "";
    for (const { path, text } of identifierProblems(row, record.index ?? 0, country, keysOf))
      says(path, text);
    if (row.mobileNumber === null && facts.merchant && hasMobileNumber(record.value))
      says("mobile_number", `is no valid mobile number in ${facts.merchant.country}`);
    const known = levels.size ? levels.has(row.level) : row.level === firstLevel.level;
    if (!known) unknown("levels", row.level, "membership.level", says);
    judgeVerifier("password", row.passwordVerifier, says);
    judgeVerifier("pin", row.pinVerifier, says);
  }

  function judgeVerifier(kind: "password" | "pin", verifier: string | null, says: Says): void {
    if (verifier === null || secrets.verifierIsKnown(kind, verifier)) return;
    const key = kind === "pin" ? ", made with this SECRET_KEY or one of SECRET_KEYS_OLD" : "";
    says(`${kind}_verifier`, `must be a ${kind}'s verifier, as export writes it${key}`);
  }

  function judgeStores({ stores }: { readonly stores: readonly number[] }, says: Says): void {
    for (const [at, id] of stores.entries())
      if (!claims.storeIds.has(id)) unknown("stores", id, `stores[${at}]`, says);
  }

  function judgeTemplateOf(row: { readonly voucherTemplateId: number | null }, says: Says): void {
    const id = row.voucherTemplateId;
    if (id !== null && !facts.templates.has(id))
      unknown("voucher_templates", id, "voucher_template", says);
  }

  function judgeToken(
    row: Judged<"tokens">,
    record: FoundRecord,
    once: (path: string, key: string | null, of?: string) => void,
  ): void {
    const hash = row.verifier?.hash ?? (row.secret ? secrets.hashToken(row.secret) : null);
    if (hash === null) return;
    const path = row.verifier ? "token_verifier" : "token";
    once(path, hash, "token");
    claim(claims.tokenHashes, hash, path, "is a token that is known already", record);
  }

  function claimTimezone(zone: string, record: FoundRecord): void {
    claim(claims.timezones, zone, "timezone", "is unknown to the database", record);
  }

  function keysOf(what: string): KeySet {
    const known = keys.get(what) ?? new KeySet();
    keys.set(what, known);
    return known;
  }

  return {
    judge,
    facts,
    /** What to look up in the database after every record is checked. */
    claims: (merchantId: number): ImportClaims => ({
      merchantId,
      storeIds: [...claims.storeIds.keys()],
      tokenHashes: [...claims.tokenHashes.keys()],
      timezones: [...claims.timezones.keys()],
    }),
    /** Reports the clashes that the database found. */
    judgeClashes: (clashes: ImportClashes): void => {
      const found = [
        ...(clashes.merchantIsKnown ? claims.merchantIds.values() : []),
        ...clashes.storeIds.map((id) => claims.storeIds.get(id)),
        ...clashes.tokenHashes.map((hash) => claims.tokenHashes.get(hash)),
        ...clashes.unknownTimezones.map((zone) => claims.timezones.get(zone)),
      ];
      for (const problem of found) if (problem) problems.add(problem);
    },
  };
}

function issuesNothing({ voucherTemplateId: id }: Moved["rewards"], { templates }: Facts): boolean {
  const template = id === null ? undefined : templates.get(id);
  return template?.isDynamic === true && !(Number(template.value) > 0);
}

/** If two records claim the same value, the first is reported. */
function claim<Key>(
  claims: Map<Key, Problem>,
  key: Key,
  path: string,
  says: string,
  record: FoundRecord,
): void {
  if (!claims.has(key)) claims.set(key, problemAt(record, path, says));
}

/** The key by which others refer to a record; null if it cannot be read. */
function keyOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return null;
  const key = "id" in value ? value.id : "level" in value ? value.level : null;
  return typeof key === "number" && Number.isSafeInteger(key) && key > 0 ? key : null;
}

function hasMobileNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && "mobile_number" in value
    ? value.mobile_number !== null
    : false;
}
