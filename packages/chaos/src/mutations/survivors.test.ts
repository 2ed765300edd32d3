import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placesIn } from "./places.ts";
import { root, SOURCES } from "./statements.ts";
import { survivors } from "./survivors.ts";

test("each listed survivor is a condition of its source", () => {
  const gone = survivors.filter(({ place, condition, nth = 1 }) => {
    const source = readFileSync(join(root, SOURCES, place), "utf8");
    return !placesIn(source).some((one) => one.condition === condition && one.nth === nth);
  });
  expect(gone).toEqual([]);
});
