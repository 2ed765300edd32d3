// Rules for the folders of the console: their size, and that features do not import each other in a
// circle.
import { posix } from "node:path";
import { checkCycles } from "./rooms.mjs";

const mostFiles = 25;
const source = "apps/console/src/";

/** A feature; else the folder at the top: `ui`, `rpc`, `app`. */
function roomOf(path) {
  if (!path.startsWith(source)) return undefined;
  const [first, second, ...below] = path.slice(source.length).split("/");
  if (second === undefined) return undefined;
  return first === "features" && below.length ? `features/${second}` : first;
}

export function checkConsole(files) {
  const own = files.filter(({ path }) => path.startsWith("apps/console/"));
  return [...checkCycles(own, roomOf), ...checkFolders(own)];
}

function checkFolders(files) {
  const counts = new Map();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([path, count]) => ({
      path,
      says: `${count} files; none has more than ${mostFiles}. Divide it by what its files do.`,
    }));
}
