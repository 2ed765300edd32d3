"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useOnce } from "../../rpc/use-once.ts";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../ui/form/use-form.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { linesOf, noPerson, type Person, PersonFields } from "./person-fields.tsx";

/** Adds a customer; each error is shown at its field. */
export function NewCustomer() {
  const t = useTranslations("customers");
  const utils = trpc.useUtils();
  const router = useRouter();
  const { get } = useAddress();
  // the till passes on what it found nobody by, and gets the customer back
  const isForTill = get("from") === "till";
  const form = useForm(() => ({
    ...noPerson,
    name: get("name"),
    email: get("email"),
    mobileNumber: get("mobileNumber"),
  }));
  const { given, isChanged, keep } = form;
  const work = useOnce({
    send: (api, { otherMemberIds, ...person }: Person, options) =>
      api.staff.customers.add.mutate(
        { ...person, otherMemberIds: linesOf(otherMemberIds) },
        options,
      ),
    onSuccess: async ({ id }) => {
      keep();
      await Promise.all([utils.staff.customers.invalidate(), utils.staff.till.invalidate()]);
      router.push(isForTill ? `/till?customer=${id}` : `/customers/${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const { isShownAtField, ...fields } = useFields(form, failed);
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t("add")} />
      <FormFrame
        submit={t("add")}
        isBusy={work.isPending}
        failed={failed}
        isChanged={isChanged}
        isShownAtField={isShownAtField}
        backHref={isForTill ? "/till" : "/customers"}
        onSubmit={() => work.mutate(given)}
      >
        <PersonFields fields={fields} isNew />
      </FormFrame>
    </div>
  );
}
