import { type Guard, keyOf, rowsOf } from "./guards.ts";

/** The template loses its value while staff issue vouchers from it. */
export const templateLosesValue: Guard = {
  what: "the template loses its value",
  change: rowsOf("voucher_templates", "value = 0"),
  guard: / and \(not t\.is_dynamic or t\.value > 0\)(?= for)/,
};

/** Another call writes the key `k` of the operation. */
export const keyWritten = (operation: string): Guard => ({
  what: "the key is written",
  change: keyOf(operation),
  guard: /\(l\.key is null or exists \(select 1 from owned\)\)/,
  instead: "true",
});
