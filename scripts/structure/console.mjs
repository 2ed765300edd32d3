// Checks that the console's features and top folders do not import each other in a circle.
import { checkCycles } from "./rooms.mjs";

const source = "apps/console/src/";

/**
 * Returns the part of the console that a file belongs to: a feature, or else a folder at the top, such as
 * `ui`, `rpc` or `app`. Undefined for other files.
 */
function roomOf(path) {
  if (!path.startsWith(source)) return undefined;
  const [first, second, ...below] = path.slice(source.length).split("/");
  if (second === undefined) return undefined;
  return first === "features" && below.length ? `features/${second}` : first;
}

export function checkConsole(files) {
  const own = files.filter(({ path }) => path.startsWith("apps/console/"));
  return checkCycles(own, roomOf);
}
