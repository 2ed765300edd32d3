// Writes src/messages/of-pages.json: the groups of texts that each page and layout uses. The server sends a
// page with these groups only. The build runs this script.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { groupsOfPages } from "./words/groups-of-pages.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
writeFileSync(
  `${source}/messages/of-pages.json`,
  `${JSON.stringify(groupsOfPages(source), null, 2)}\n`,
);
