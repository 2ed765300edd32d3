"use client";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useDesk } from "../../session/desk.tsx";

/**
 * Saves a part of the merchant's policy. `wrong` returns the refusal of a field, in the person's language.
 */
export function usePolicyUpdate() {
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const update = trpc.staff.settings.policy.update.useMutation({
    onSuccess: () => utils.staff.settings.policy.invalidate(),
  });
  const failed = update.error && failureOf(update.error);
  return {
    update,
    failed,
    wrong: useFieldWords(failed),
    ref: useFocusWrong(failed),
    disabled: !may("staff.settings.policy.update"),
  };
}
