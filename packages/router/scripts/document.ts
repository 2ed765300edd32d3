// Writes the generated documents from the router. A test fails if they are out of date.
import { writeFileSync } from "node:fs";
import { documents } from "../src/document/documents.ts";

for (const [file, text] of Object.entries(documents()))
  writeFileSync(new URL(`../../../docs/${file}`, import.meta.url), text);
