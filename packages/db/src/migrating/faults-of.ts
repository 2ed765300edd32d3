import { createdBy, effectOf, plainText } from "./effect-of.ts";
import type { Migration } from "./files.ts";

/** What an online migration's statement must have, so that it can be run again after a crash. */
const repeatable =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \w+ validate constraint|analyze|(update|delete) .*\blimit \d+)\b/;

/** Tables with so few rows that reading them whole takes no time. */
const small = new Set([
  ...["merchants", "stores", "levels", "rewards", "voucher_templates", "payment_methods"],
  ...["staff_users", "staff_members", "staff_devices", "staff_pins", "api_tokens"],
]);

/**
 * Says what in a migration would stop tills for as long as a table is large, or could not be run again.
 * Tables that the migration itself creates are empty.
 */
export function faultsOf({ statements, isOnline }: Migration): readonly string[] {
  const created = new Set(statements.flatMap((text) => createdBy(text) ?? []));
  return statements.flatMap((statement) => {
    const text = plainText(statement);
    if (isOnline) {
      if (text === "" || repeatable.test(text)) return [];
      return [`cannot be repeated beside tills: ${text.slice(0, 80)}`];
    }
    if (/\bconcurrently\b/.test(text)) return [`needs an online migration: ${text.slice(0, 80)}`];
    const effect = effectOf(statement);
    if (!effect?.isLong || effect.stops === "nothing") return [];
    if (effect.relation !== null && (small.has(effect.relation) || created.has(effect.relation)))
      return [];
    return [
      `stops ${effect.stops} while it reads ${effect.relation ?? "what it cannot name"}: ${text.slice(0, 80)}`,
    ];
  });
}
