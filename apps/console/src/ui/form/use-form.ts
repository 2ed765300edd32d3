import { useState } from "react";
import type { Failed } from "../../rpc/failure.ts";
import { useFieldWords } from "./field-words.ts";
import { useChanges } from "./unsaved.ts";

type Form<Given> = {
  given: Given;
  change: (changes: Partial<Given>) => void;
  put: <Name extends keyof Given>(name: Name, value: Given[Name]) => void;
  /** Whether any value differs from the initial or last saved one. */
  isChanged: boolean;
  keep: () => void;
};

/** Returns the values of a form, which begin with those of `first`. */
export function useForm<Given extends object>(first: () => Given): Form<Given> {
  const [given, setGiven] = useState(first);
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const put: Form<Given>["put"] = (name, value) =>
    setGiven((before) => ({ ...before, [name]: value }));
  return { given, change, put, ...useChanges(given) };
}

/**
 * Returns props for the fields of a form, each with its error from a failed call. `further` names input
 * fields of the call that have another name in the form.
 */
export function useFields<Given extends object>(
  { given, put }: Form<Given>,
  failed: Failed | null,
  further: readonly string[] = [],
) {
  const errorOf = useFieldWords(failed);
  /** Returns the props of a text field, except its label and hint. */
  const text = <Name extends string & keyof Given>(name: Name) => ({
    value: given[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: Given[Name] } }) =>
      put(name, value),
    error: errorOf(name),
    autoComplete: "off",
  });
  /** Returns the props of a field that passes on its value, such as a date, except its label and hint. */
  const plain = <Name extends string & keyof Given>(name: Name) => ({
    value: given[name],
    onChange: (value: Given[Name]) => put(name, value),
    error: errorOf(name),
  });
  const isShownAtField = [...Object.keys(given), ...further].some(
    (field) => errorOf(field) !== null,
  );
  return { errorOf, text, plain, isShownAtField };
}
