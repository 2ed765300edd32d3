import { dirname } from "node:path/posix";

const CORE = "packages/core";
/**
 * The ending of rule tests. All rule tests run after any change, because together they need a few seconds.
 */
const RULES = ".rules.test.ts";

/**
 * Returns the core's tests to run after a change, as filters of vitest: all rule tests, and the test files in
 * the folder of each changed file.
 *
 * @param changed paths relative to the root
 * @param filesIn returns the names in a folder, or an empty list if the folder does not exist
 */
export function testsBeside(changed, filesIn) {
  const folders = new Set(changed.map((file) => dirname(file)));
  const beside = [...folders]
    .filter((folder) => folder.startsWith(`${CORE}/`))
    .flatMap((folder) =>
      filesIn(folder)
        .filter((name) => name.endsWith(".test.ts") && !name.endsWith(RULES))
        .map((name) => `${folder.slice(CORE.length + 1)}/${name}`),
    );
  return [RULES, ...beside];
}
