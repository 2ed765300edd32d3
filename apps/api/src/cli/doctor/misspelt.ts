import leven from "leven";

/** An environment variable that is not a setting, and the setting that was probably meant. */
export type Misspelt = { readonly name: string; readonly meant: string };

/** Settings that other processes read: the console and `npm start`. */
const ofOthers = ["API_URL", "CONSOLE_HOST", "PAGE_READ_MS"];

/** Shorter names are not compared, because other programs' variables often have them. */
const SHORTEST = 7;
const MOST_EDITS = 2;

/** The variables in `source` whose names are a letter or two away from a setting that is not set. */
export function findMisspelt(
  source: Readonly<Record<string, unknown>>,
  settings: readonly string[],
): Misspelt[] {
  const known = [...settings, ...ofOthers];
  return Object.keys(source).flatMap((name) => {
    if (name.length < SHORTEST || known.includes(name)) return [];
    const edits = (setting: string) => leven(name, setting, { maxDistance: MOST_EDITS + 1 });
    const meant = known.find((setting) => !(setting in source) && edits(setting) <= MOST_EDITS);
    return meant === undefined ? [] : [{ name, meant }];
  });
}
