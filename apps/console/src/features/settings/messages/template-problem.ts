/** Patterns of a template's problem, as the service reports it, each with the key of its sentence. */
const problems = [
  [/^unknown placeholder (.+)$/s, "unknown"],
  [/^braces that/, "braces"],
  [/^a placeholder in a style/, "unsafe"],
  [/^only WhatsApp/, "whatsapp"],
  [/^only an email/, "email"],
  [/^it becomes too much/, "long"],
  [/^it takes too much/, "slow"],
  [/^its elements lie too deep/, "deep"],
  [/^it is no <mjml>/, "empty"],
  [/^(.+)$/s, "compiler"],
] as const;

/** Returns the key of a problem's sentence, and the part of the problem that is quoted in it. */
export function problemOf(problem: string) {
  for (const [pattern, key] of problems) {
    const found = pattern.exec(problem);
    if (found) return { key, quoted: found[1] ?? "" };
  }
  return { key: "compiler" as const, quoted: problem };
}
