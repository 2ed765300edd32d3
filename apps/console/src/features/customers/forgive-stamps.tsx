"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { say } from "../../ui/said/said.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";

type Forgiving = { customerId: number; reason: string };

/** Lets go all stamps that a customer owes. */
export function ForgiveStamps({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations("customers");
  const utils = trpc.useUtils();
  const work = useOnce({
    send: (api, input: Forgiving, options) =>
      api.staff.customers.forgiveStamps.mutate(input, options),
    onSuccess: ({ forgiven }) => {
      onClose();
      say(t("forgiven", { count: forgiven }));
      return utils.staff.customers.invalidate();
    },
  });
  return (
    <ReasonForm
      submit={t("forgive")}
      isBusy={work.isPending}
      failed={work.error && failureOf(work.error)}
      onBack={onClose}
      onSubmit={(reason) => work.mutate({ customerId: id, reason })}
    />
  );
}
