import type en from "../../messages/en.json";

export type Messages = typeof en;
/** The service's codes with their words. Codes with several parts, such as `pin.unblock`, are nested. */
type Group = { readonly [code: string]: string | Group };
/** The groups, keyed by the column of the file. */
type Groups = Readonly<Record<string, Group>>;

/** Returns the words for codes in a file, by column and code: `status.Canceled`. */
export function csvWords({ csv, redemptions, storeChoice }: Messages, groups: Groups) {
  const always = {
    is: { true: csv.yes, false: csv.no },
    by: { token: redemptions.token, staff: redemptions.staff, service: redemptions.service },
    stores: { every: storeChoice.every },
  };
  return Object.fromEntries(flatten({ ...always, ...groups }));
}

/** Returns the first part of a file with the words of its columns in place of their names. */
export function withHeads({ csv }: Messages, text: string): string {
  const heads: Readonly<Record<string, string>> = csv.heads;
  const end = text.indexOf("\r\n");
  // the file begins with a byte order mark
  const names = text.slice(1, end).split(",");
  return `${text.slice(0, 1)}${names.map((name) => heads[name] ?? name).join(",")}${text.slice(end)}`;
}

/** Flattens nested codes to pairs of a code, such as `pin.unblock`, and its word. */
export function flatten(group: Group, before = ""): [string, string][] {
  return Object.entries(group).flatMap(([code, word]): [string, string][] =>
    typeof word === "string" ? [[before + code, word]] : flatten(word, `${before}${code}.`),
  );
}
