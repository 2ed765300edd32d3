"use client";
import { NativeSelect } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useAddress } from "../../ui/use-address.ts";

/** Rewards and templates change rarely, so their lists are cached. */
const slow = { staleTime: 5 * 60_000 };

/** Filters redemptions by reward and by voucher template. */
export function SubjectFilters() {
  const t = useTranslations("redemptions");
  const { rewards, voucherTemplates } = trpc.staff.catalogue;
  // only the newest items are listed; an older one in the address is shown by its number
  const known = {
    reward: rewards.list.useQuery({ limit: mostOf.page }, slow).data?.items,
    template: voucherTemplates.list.useQuery({ limit: mostOf.page }, slow).data?.items,
  };
  const { get, replace } = useAddress();
  return (["reward", "template"] as const).map((name) => {
    const chosen = Number(get(name)) || null;
    const listed = known[name] ?? [];
    const isKnown = chosen === null || listed.some(({ id }) => id === chosen);
    return (
      <NativeSelect
        key={name}
        label={t(name)}
        value={String(chosen ?? "")}
        onChange={({ currentTarget }) => replace({ [name]: currentTarget.value })}
        data={[
          { value: "", label: t("all") },
          ...(isKnown ? [] : [{ value: String(chosen), label: `#${chosen}` }]),
          ...listed
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map((one) => ({ value: String(one.id), label: one.name })),
        ]}
      />
    );
  });
}
