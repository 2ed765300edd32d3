"use client";
import { NativeSelect } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";

type TemplateSelectProps = {
  label: string;
  description?: string;
  /** The label of the option for no template. Left out if a template is required. */
  none?: string;
  value: string;
  onChange: (id: string) => void;
  error: string | null;
  /** The selected template. The list has only the newest templates, so it may lack this one. */
  known?: { readonly id: number; readonly name: string } | null;
  autoFocus?: boolean;
};

/** Selects one of the merchant's voucher templates. */
export function TemplateSelect({ none, known, value, onChange, ...field }: TemplateSelectProps) {
  const t = useTranslations("catalogue");
  // only one page is listed; merchants with more templates start from a template's own page
  const { data } = trpc.staff.catalogue.voucherTemplates.list.useQuery({ limit: mostOf.page });
  const listed = data?.items ?? [];
  // the selected template can be submitted before the list is loaded
  const chosen = known ?? (value && !data ? { id: Number(value), name: "…" } : null);
  const isListed = chosen === null || listed.some(({ id }) => id === chosen.id);
  const all = isListed ? [...listed] : [...listed, chosen];
  return (
    <NativeSelect
      {...field}
      required={none === undefined}
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: none ?? t("choose") },
        ...all
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
