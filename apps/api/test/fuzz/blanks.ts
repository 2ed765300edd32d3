/** The values of a call by field: a valid value of the caller's merchant, and a value of another merchant. */
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

/** A placeholder in a body. It gets a valid value of the field when the body is sent. */
export function blank(field: string, form = "own"): string {
  return `@{${field}|${form}}`;
}

/** Placeholders for a field's value in all forms, including another merchant's value. */
export function formsOf(field: string): string[] {
  return Object.keys(forms).map((form) => blank(field, form));
}

/** The body with its placeholders filled. Unknown fields get 1. */
export function fill(body: string, fills: Fills): string {
  return body.replace(/@\{(\w+)\|(\w+)\}/g, (_, field: string, form: string) => {
    const { own, others } = fills[field] ?? { own: 1 };
    return JSON.stringify(forms[form]?.(own, others));
  });
}
