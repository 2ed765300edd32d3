/** What a call has for each field: what fits it, and what of that field belongs to others. */
export type Fills = Readonly<Record<string, { readonly own: unknown; readonly others?: unknown }>>;

const forms: Readonly<Record<string, (own: unknown, others: unknown) => unknown>> = {
  own: (own) => own,
  text: (own) => String(own),
  spaced: (own) => ` ${own} `,
  upper: (own) => String(own).toUpperCase(),
  list: (own) => [own],
  object: (own) => ({ value: own }),
  others: (own, others) => others ?? own,
};

/** A place in a body that is filled with what fits a field when the body is sent. */
export function blank(field: string, form = "own"): string {
  return `@{${field}|${form}}`;
}

/** What fits a field in other forms, and what fits somebody else. */
export function formsOf(field: string): string[] {
  return Object.keys(forms).map((form) => blank(field, form));
}

/** The body as it is sent. A field of no operation is 1. */
export function fill(body: string, fills: Fills): string {
  return body.replace(/@\{(\w+)\|(\w+)\}/g, (_, field: string, form: string) => {
    const { own, others } = fills[field] ?? { own: 1 };
    return JSON.stringify(forms[form]?.(own, others));
  });
}
