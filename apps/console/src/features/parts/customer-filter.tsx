"use client";
import { CloseButton, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { useAddress } from "../../ui/use-address.ts";
import { CustomerPicker } from "./customer-picker.tsx";

/** Returns the customer's id in the address; null for none. */
export const customerIn = (text: string): number | null =>
  /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null;

/** Filters by `customer` in the address: a customer is searched, and shown by name until it is cleared. */
export function CustomerFilter() {
  const t = useTranslations("picker");
  const { get, replace } = useAddress();
  const chosen = customerIn(get("customer"));
  const { data } = trpc.staff.customers.get.useQuery(
    { customerId: chosen ?? 0 },
    { enabled: chosen !== null },
  );
  if (chosen === null)
    return (
      <CustomerPicker
        label={t("customer")}
        placeholder={t("short")}
        onPick={({ id }) => replace({ customer: id })}
      />
    );
  return (
    <TextInput
      label={t("customer")}
      value={data ? nameOf(data.customer) || `#${chosen}` : `#${chosen}`}
      readOnly
      rightSection={
        <CloseButton aria-label={t("clearCustomer")} onClick={() => replace({ customer: null })} />
      }
    />
  );
}
