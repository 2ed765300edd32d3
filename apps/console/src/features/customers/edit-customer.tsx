"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { failureOf } from "../../rpc/failure.ts";
import { readAgain } from "../../rpc/read-again.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { Allowed } from "../session/allowed.tsx";
import { CustomerForm } from "./customer-form.tsx";

/** Edits a customer's data and membership. */
export function EditCustomer({ id }: { id: number }) {
  const t = useTranslations("customers");
  const query = trpc.staff.customers.get.useQuery({ customerId: id }, readAgain);
  const { data, error, isFetchedAfterMount } = query;
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle
        title={
          data
            ? t.rich("editOne", { name: nameOf(data.customer), bdi: (text) => <bdi>{text}</bdi> })
            : t("title")
        }
      />
      {error ? <RefusedPage failed={failureOf(error)} list="/customers" words="customers" /> : null}
      {isFetchedAfterMount || error ? null : <Skeletons count={4} height={96} />}
      <Allowed needs="staff.customers.edit">
        {data && isFetchedAfterMount ? <CustomerForm profile={data} /> : null}
      </Allowed>
    </div>
  );
}
