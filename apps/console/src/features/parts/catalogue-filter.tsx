"use client";
import { NativeSelect } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useAddress } from "../../ui/use-address.ts";

/** Rewards and templates change rarely, so their lists are cached. */
const slow = { staleTime: 5 * 60_000 };

type CatalogueFilterProps = { name: "reward" | "template" };

/** Filters by a reward or a voucher template in the address. */
export function CatalogueFilter({ name }: CatalogueFilterProps) {
  const t = useTranslations("redemptions");
  const { rewards, voucherTemplates } = trpc.staff.catalogue;
  const page = { limit: mostOf.page };
  // only the newest items are listed; an older one in the address is shown by its number
  const ofRewards = rewards.list.useQuery(page, { ...slow, enabled: name === "reward" });
  const ofTemplates = voucherTemplates.list.useQuery(page, {
    ...slow,
    enabled: name === "template",
  });
  const listed = (name === "reward" ? ofRewards : ofTemplates).data?.items ?? [];
  const { get, replace } = useAddress();
  const chosen = Number(get(name)) || null;
  const isKnown = chosen === null || listed.some(({ id }) => id === chosen);
  return (
    <NativeSelect
      label={t(name)}
      value={String(chosen ?? "")}
      onChange={({ currentTarget }) => replace({ [name]: currentTarget.value })}
      data={[
        { value: "", label: t("all") },
        ...(isKnown ? [] : [{ value: String(chosen), label: `#${chosen}` }]),
        ...listed
          .map((one) => ({ value: String(one.id), label: one.name }))
          .toSorted((one, other) => one.label.localeCompare(other.label)),
      ]}
    />
  );
}
