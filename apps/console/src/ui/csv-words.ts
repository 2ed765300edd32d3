import type en from "../messages/en.json";

export type Messages = typeof en;
/** Codes of the service with their words; those of several parts, such as `pin.unblock`, are nested. */
type Group = { readonly [code: string]: string | Group };
/** By the columns that they stand in. */
type Groups = Readonly<Record<string, Group>>;

/** What a file calls codes, as the service takes it: `status.Canceled`. */
export function csvWords({ csv, redemptions, storeChoice }: Messages, groups: Groups) {
  const always = {
    is: { true: csv.yes, false: csv.no },
    by: { token: redemptions.token, staff: redemptions.staff, service: redemptions.service },
    stores: { every: storeChoice.every },
  };
  return Object.fromEntries(flatten({ ...always, ...groups }));
}

/** Codes of several parts in one: `pin.unblock`. */
export function flatten(group: Group, before = ""): [string, string][] {
  return Object.entries(group).flatMap(([code, word]): [string, string][] =>
    typeof word === "string" ? [[before + code, word]] : flatten(word, `${before}${code}.`),
  );
}
