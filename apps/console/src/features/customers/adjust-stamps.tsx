"use client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { say } from "../../ui/said/said.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";

type Adjustment = { customerId: number; delta: number; reason: string };

/**
 * Returns the state of the form. The page keeps this state while the form is closed. If a call gets no
 * response, the next try sends the same idempotency key, even if the form was closed in between.
 */
export function useAdjustStamps(onDone: () => void) {
  const t = useTranslations("customers");
  const utils = trpc.useUtils();
  const [delta, setDelta] = useState("");
  const work = useOnce({
    send: (api, input: Adjustment, options) =>
      api.staff.customers.adjustStamps.mutate(input, options),
    onSuccess: ({ stamps }) => {
      setDelta("");
      onDone();
      say(t("stampsNow", { count: stamps }));
      return utils.staff.customers.invalidate();
    },
  });
  return { delta, setDelta, work };
}

type AdjustStampsProps = {
  id: number;
  state: ReturnType<typeof useAdjustStamps>;
  onClose: () => void;
};

/** Adds stamps to a customer's balance, or takes some off. */
export function AdjustStamps({ id, state, onClose }: AdjustStampsProps) {
  const t = useTranslations("customers");
  const { delta, setDelta, work } = state;
  const failed = work.error && failureOf(work.error);
  const error = useFieldWords(failed)("delta");
  return (
    <ReasonForm
      submit={t("adjust")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={error !== null}
      onBack={onClose}
      onSubmit={(reason) => work.mutate({ customerId: id, delta: Number(delta), reason })}
    >
      <TextInput
        label={t("delta")}
        description={t("deltaHint")}
        value={delta}
        onChange={({ currentTarget }) => setDelta(currentTarget.value)}
        pattern="[+\-]?[0-9]+"
        error={error}
        required
        withAsterisk={false}
        autoFocus
        autoComplete="off"
      />
    </ReasonForm>
  );
}
