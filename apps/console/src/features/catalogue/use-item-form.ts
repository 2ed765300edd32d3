import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useFields, useForm } from "../../ui/form/use-form.ts";

type ItemFormOptions<Given> = {
  /** The list's address. After saving, the list opens with the item beside it. */
  list: string;
  /** Null for a new item. */
  of: { readonly id: number } | null;
  given: () => Given;
  save: (given: Given) => Promise<{ id: number }>;
  /** Fields of the service that have another name in the form. */
  further?: readonly string[];
};

/** The common state of catalogue forms: values, saving, and errors. */
export function useItemForm<Given extends object>(options: ItemFormOptions<Given>) {
  const { list, of, save, further } = options;
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useForm(options.given);
  const { given, change, isChanged, keep } = form;
  const work = useMutation({
    mutationFn: () => save(given),
    onSuccess: async ({ id }) => {
      keep();
      await Promise.all([utils.staff.catalogue.invalidate(), utils.staff.till.invalidate()]);
      router.push(`${list}?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const { isShownAtField, ...fields } = useFields(form, failed, further);
  const frame = {
    isBusy: work.isPending,
    failed,
    isChanged,
    isShownAtField,
    backHref: of ? `${list}?open=${of.id}` : list,
    onSubmit: () => work.mutate(),
  };
  return { given, change, ...fields, frame };
}
