import { readFileSync } from "node:fs";
import type { CoreDeps } from "@stampbook/core/context";
import { type Document, importedOf, type Json } from "./cli/office.ts";

const page = readFileSync(new URL("../../../docs/import-format.md", import.meta.url), "utf8");
/** The sample merchant of docs/import-format.md. */
export const sample: Document = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");

/** The sample merchant of `docs/import-format.md`, with further data that some operations need. */
function furnished(settings: Json): Document {
  const { merchant, customers, voucher_templates: templates, vouchers } = sample;
  const [one] = customers as readonly Json[];
  const { password: _, pin: __, ...others } = one ?? {};
  const [template] = templates as readonly Json[];
  const [voucher] = vouchers as readonly Json[];
  return {
    ...sample,
    // tests whose sales earn stamps set the programme themselves
    merchant: { ...(merchant as Json), settings, programme: {} },
    customers: [
      ...(customers as readonly Json[]),
      {
        ...others,
        id: 124,
        member_id: "M0002",
        other_member_ids: [],
        email: "budi@example.com",
        mobile_number: "+6281239871235",
      },
    ],
    voucher_templates: [
      ...(templates as readonly Json[]),
      { ...template, id: 13, name: "Gift card", is_dynamic: true, value: "50000.00" },
    ],
    vouchers: [
      ...(vouchers as readonly Json[]),
      { ...voucher, id: 21, voucher_template: 13, code: "GIFT0021", value: "50000.00" },
      ...[22, 23, 24, 25].map((id) => ({ ...voucher, id, code: `KAYA00${id}` })),
    ],
    // no sales, so that the sale of the examples is the first one
    transactions: [],
    tokens: [{ name: "POS", scopes: ["*"] }],
    staff: [],
  };
}

/** Imports the sample through the importer, and returns its token's secret. */
export function importSample(deps: CoreDeps, settings: Json = {}): Promise<string> {
  return tokenOfImport(deps, furnished(settings));
}

/** Imports the sample as another merchant, with different ids and codes. */
export function importOther(deps: CoreDeps, settings: Json = {}): Promise<string> {
  const renamed = JSON.stringify(furnished(settings))
    .replace(
      /"(id|customer|voucher_template)":(\d+)/g,
      (_, key, id) => `"${key}":${Number(id) + 7000}`,
    )
    .replaceAll("customer@", "kunden@")
    .replaceAll("budi@", "badu@")
    .replaceAll("M000", "W000")
    .replaceAll("+62812398712", "+62812398799")
    .replaceAll("PROMOCODE", "OTHERCODE")
    .replaceAll("PZ633ECV", "QQ633ECV")
    .replaceAll("GIFT0021", "GIFT7001")
    .replaceAll("MI0017", "MI7017")
    .replaceAll("TK5Z", "TK7Z")
    .replaceAll('"code":"otp"', '"code":"pto"');
  return tokenOfImport(deps, JSON.parse(renamed));
}

async function tokenOfImport(deps: CoreDeps, document: Document): Promise<string> {
  const [token] = (await importedOf(deps, document)).tokens;
  if (!token) throw new Error("the import made no token");
  return token.secret;
}
