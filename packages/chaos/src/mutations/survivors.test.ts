import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { constraintsOf } from "./constraints.ts";
import { placesIn } from "./places.ts";
import { root, SOURCES } from "./statements.ts";
import { survivors } from "./survivors.ts";

test("each listed survivor is a condition of its source, or a constraint of its table", async () => {
  const tables = survivors.flatMap(({ place }) => tableOf(place) ?? []);
  const constraints = (await constraintsOf(tables)).map(({ table, name }) => `${table} ${name}`);
  const gone = survivors.filter(({ place, condition, nth = 1 }) => {
    const table = tableOf(place);
    if (table !== undefined) return !constraints.includes(`${table} ${condition}`);
    const source = readFileSync(join(root, SOURCES, place), "utf8");
    return !placesIn(source).some((one) => one.condition === condition && one.nth === nth);
  });
  expect(gone).toEqual([]);
});

const tableOf = (place: string) => /^table (.*)$/.exec(place)?.[1];
