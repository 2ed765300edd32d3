import type en from "../../messages/en.json";

export type Messages = typeof en;
/** The service's codes with their words. Codes with several parts, such as `pin.unblock`, are nested. */
type Group = { readonly [code: string]: string | Group };
/** By column. */
type Groups = Readonly<Record<string, Group>>;

/** The words for codes in a file, in the service's form: `status.Canceled`. */
export function csvWords({ csv, redemptions, storeChoice }: Messages, groups: Groups) {
  const always = {
    is: { true: csv.yes, false: csv.no },
    by: { token: redemptions.token, staff: redemptions.staff, service: redemptions.service },
    stores: { every: storeChoice.every },
  };
  return Object.fromEntries(flatten({ ...always, ...groups }));
}

/** Flattens nested codes: `pin.unblock`. */
export function flatten(group: Group, before = ""): [string, string][] {
  return Object.entries(group).flatMap(([code, word]): [string, string][] =>
    typeof word === "string" ? [[before + code, word]] : flatten(word, `${before}${code}.`),
  );
}
