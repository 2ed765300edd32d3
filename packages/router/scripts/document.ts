// Writes the generated documents from the router; a test fails where they are not fresh.
import { writeFileSync } from "node:fs";
import { documents } from "../src/document/documents.ts";

for (const [file, text] of Object.entries(documents()))
  writeFileSync(new URL(`../../../docs/${file}`, import.meta.url), text);
