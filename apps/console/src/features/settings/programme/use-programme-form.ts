import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useAmounts } from "../../../ui/form/amount.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { useChanges, useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useDesk } from "../../session/desk.tsx";
import { amountOf, numberOf, UNREADABLE } from "./typed.ts";

export type Programme = Outputs["staff"]["programme"]["get"];

/** The fields that people type. */
export const typed = [
  "earnAmount",
  "earnStamps",
  "earnMaxPerTransaction",
  "earnMaxPerDay",
  "stampsValidDays",
  "memberIdPrefix",
] as const;
export type Typed = (typeof typed)[number];
export type Texts = Record<Typed, string>;

/** The fields that people choose or tick. */
type Chosen = Omit<Programme, Typed>;

/** Converts the form's fields to the service's input. */
function wantedOf(texts: Texts, chosen: Chosen, read: (text: string) => string | null): Programme {
  const limit = (text: string) => (text.trim() ? numberOf(text) : null);
  return {
    ...chosen,
    earnAmount: amountOf(texts.earnAmount, read),
    earnStamps: numberOf(texts.earnStamps),
    earnMaxPerTransaction: limit(texts.earnMaxPerTransaction),
    earnMaxPerDay: limit(texts.earnMaxPerDay),
    stampsValidDays: limit(texts.stampsValidDays),
    memberIdPrefix: texts.memberIdPrefix.trim(),
  };
}

/** Returns the form's state. Saves only the changed values, so that concurrent changes by others stay. */
export function useProgrammeForm(programme: Programme) {
  const { may, me } = useDesk();
  const utils = trpc.useUtils();
  const { read, write } = useAmounts(me.merchant.currency);
  const forms = useTranslations("form");
  const [texts, setTexts] = useState<Texts>(() => ({
    earnAmount: programme.earnAmount === null ? "" : write(programme.earnAmount),
    earnStamps: String(programme.earnStamps),
    earnMaxPerTransaction: String(programme.earnMaxPerTransaction ?? ""),
    earnMaxPerDay: String(programme.earnMaxPerDay ?? ""),
    stampsValidDays: String(programme.stampsValidDays ?? ""),
    memberIdPrefix: programme.memberIdPrefix,
  }));
  const [chosen, setChosen] = useState<Chosen>(programme);
  const wanted = wantedOf(texts, chosen, read);
  // the values when the form was opened or last saved; only fields that differ from them are sent
  const [known, setKnown] = useState(wanted);
  const { isChanged, keep } = useChanges([texts, chosen]);
  useUnsaved(isChanged);
  const update = trpc.staff.programme.save.useMutation({
    onSuccess: () => utils.staff.programme.invalidate(),
  });
  const failed = update.error && failureOf(update.error);
  const errorOf = useFieldWords(failed);
  const names = Object.keys(wanted) as (keyof Programme)[];
  const changed = names.filter((name) => !Object.is(wanted[name], known[name]));
  return {
    update,
    isChanged,
    failed,
    texts,
    chosen,
    wrong: (field: string) =>
      field === "earnAmount" && wanted.earnAmount === UNREADABLE
        ? forms("amountWrong")
        : errorOf(field),
    ref: useFocusWrong(failed),
    disabled: !may("staff.programme.save"),
    save: () =>
      update.mutate(Object.fromEntries(changed.map((name) => [name, wanted[name]])), {
        onSuccess: () => {
          keep();
          setKnown(wanted);
        },
      }),
    setText: (name: Typed, text: string) => setTexts({ ...texts, [name]: text }),
    choose: (changes: Partial<Chosen>) => setChosen({ ...chosen, ...changes }),
  };
}
