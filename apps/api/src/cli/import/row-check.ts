import type { Secrets } from "@stampbook/core/secrets";
import type { Facts } from "../merchant-file/facts.ts";
import type { SectionName } from "../merchant-file/sections.ts";
import type { Claims } from "./claims.ts";
import type { KeySet } from "./key-set.ts";
import { problemAt } from "./place.ts";
import type { Problems } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";

/** The facts, levels, claims and keys of earlier records, against which a record is checked. */
export type Known = {
  readonly facts: Facts;
  readonly levels: Set<number>;
  readonly claims: Claims;
  /** Returns the set with this name, and creates it on its first use. */
  readonly keysOf: (name: string) => KeySet;
};

/** Checks one record against the earlier ones, and reports its problems. */
export class RowCheck {
  readonly record: FoundRecord;
  readonly known: Known;
  readonly #problems: Problems;
  readonly #secrets: Secrets;

  constructor(record: FoundRecord, known: Known, problems: Problems, secrets: Secrets) {
    this.record = record;
    this.known = known;
    this.#problems = problems;
    this.#secrets = secrets;
  }

  says(path: string, text: string): void {
    this.#problems.add(problemAt(this.record, path, text));
  }

  /**
   * Reports a key that an earlier record of the section also has. Paths with the same `set` share their keys.
   * Ignores null.
   */
  once(path: string, key: string | number | null, set = path): void {
    if (key === null) return;
    const { section, index } = this.record;
    const before = this.known.keysOf(`${section} ${set}`).add(key, index ?? 0);
    if (before !== null) this.says(path, `is the same as ${section}[${before}].${path}`);
  }

  /** Reports a reference to a record that the file lacks. A broken record counts as present. */
  unknown(section: SectionName, key: number, path: string): void {
    if (!this.known.keysOf(`broken ${section}`).has(key))
      this.says(path, `is not among the ${section} of this file`);
  }

  stores({ stores }: { readonly stores: readonly number[] }): void {
    for (const [index, id] of stores.entries())
      if (!this.known.claims.hasStore(id)) this.unknown("stores", id, `stores[${index}]`);
  }

  store(path: string, id: number | null): void {
    if (id !== null && !this.known.claims.hasStore(id)) this.unknown("stores", id, path);
  }

  customer({ customerId: id }: { readonly customerId: number | null }): void {
    if (id !== null && !this.known.keysOf("customers id").has(id))
      this.unknown("customers", id, "customer");
  }

  template({ voucherTemplateId: id }: { readonly voucherTemplateId: number | null }): void {
    if (id !== null && !this.known.facts.templates.has(id))
      this.unknown("voucher_templates", id, "voucher_template");
  }

  verifier(kind: "password" | "pin", verifier: string | null): void {
    if (verifier === null || this.#secrets.verifierIsKnown(kind, verifier)) return;
    const key = kind === "pin" ? ", made with this SECRET_KEY or one of SECRET_KEYS_OLD" : "";
    this.says(`${kind}_verifier`, `must be a ${kind}'s verifier, as export writes it${key}`);
  }

  token(row: {
    readonly verifier: { readonly hash: string } | null;
    readonly secret?: string | null;
  }) {
    const hash = row.verifier?.hash ?? (row.secret ? this.#secrets.hashToken(row.secret) : null);
    if (hash === null) return;
    const path = row.verifier ? "token_verifier" : "token";
    this.once(path, hash, "token");
    this.known.claims.token(this.record, path, hash);
  }
}
