import { text } from "node:stream/consumers";
import mjml2html from "mjml";
import { type MjmlComplaint, tellComplaints } from "./mjml.rules.ts";

/** The HTML, or the problem of the MJML text. */
export type CompiledMjml = { readonly html: string } | { readonly problem: string };

/** The most characters of HTML. Mail clients display far less. */
const MOST_HTML = 500_000;

/**
 * Compiles MJML in strict mode. Reads no files. The HTML loads only fonts that the text names. As a program,
 * this file writes a space to stdout when it is loaded, reads the text from stdin, and writes the result to
 * stdout as JSON.
 */
export async function renderMjml(mjml: string): Promise<CompiledMjml> {
  try {
    const { html } = await mjml2html(mjml, {
      validationLevel: "strict",
      ignoreIncludes: true,
      fonts: {},
    });
    return html.length > MOST_HTML ? { problem: "it becomes too much HTML for a mail" } : { html };
  } catch (error) {
    return { problem: explain(error) };
  }
}

function explain(error: unknown): string {
  if (error instanceof RangeError) return "its elements lie too deep in each other";
  const { errors = [] } = error as { errors?: readonly MjmlComplaint[] };
  return errors.length ? tellComplaints(errors) : "it is no <mjml> with an <mj-body> in it";
}

if (import.meta.main) {
  process.stdout.write(" ");
  process.stdout.write(JSON.stringify(await renderMjml(await text(process.stdin))));
}
