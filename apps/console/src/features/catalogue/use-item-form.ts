import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import type { FormFrame } from "../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../ui/form/use-form.ts";

type ItemFormOptions<Values> = {
  /** The list's address. After saving, the list opens with the item beside it. */
  list: string;
  /** Null for a new item. */
  id: number | null;
  initial: () => Values;
  save: (values: Values) => Promise<{ id: number }>;
  /**
   * The service's fields that have other names in the form. The form must show their errors itself
   * (`errorOf`), because the frame then shows no general message.
   */
  further?: readonly string[];
};

/** The parts of a catalogue form that components share. */
export type ItemFormState<Values> = {
  readonly isNew: boolean;
  readonly values: Values;
  readonly change: (changes: Partial<Values>) => void;
  readonly errorOf: (field: string) => string | null;
  readonly frame: Omit<ComponentProps<typeof FormFrame>, "submit" | "children">;
};

/** The common state of catalogue forms: values, saving, and errors. */
export function useItemForm<Values extends object>(options: ItemFormOptions<Values>) {
  const { list, id, save, further } = options;
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useForm(options.initial);
  const { given: values, change, isChanged, keep } = form;
  const work = useMutation({
    mutationFn: () => save(values),
    onSuccess: async (saved) => {
      keep();
      await Promise.all([utils.staff.catalogue.invalidate(), utils.staff.till.invalidate()]);
      router.push(`${list}?open=${saved.id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const { isShownAtField, ...fields } = useFields(form, failed, further);
  const frame = {
    isBusy: work.isPending,
    failed,
    isChanged,
    isShownAtField,
    backHref: id === null ? list : `${list}?open=${id}`,
    onSubmit: () => work.mutate(),
  };
  return { isNew: id === null, values, change, ...fields, frame };
}
