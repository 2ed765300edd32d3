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
  /** The saved template, if its name is known. */
  known?: { readonly id: number; readonly name: string } | null;
  autoFocus?: boolean;
};

/** Selects one of the merchant's voucher templates. */
export function TemplateSelect({ none, known, value, onChange, ...field }: TemplateSelectProps) {
  const t = useTranslations("catalogue");
  // lists only the newest; merchants with more templates start from a template's own page
  const { data } = trpc.staff.catalogue.voucherTemplates.list.useQuery({ limit: mostOf.page });
  const listed = data?.items ?? [];
  const named = known ? [...listed, known] : listed;
  const isMissing = value !== "" && !named.some(({ id }) => String(id) === value);
  const one = trpc.staff.catalogue.voucherTemplates.get.useQuery(
    { id: Number(value) },
    { enabled: isMissing && data !== undefined },
  );
  // the selected template can be submitted before its name is loaded
  const selected = isMissing && !one.error ? [one.data ?? { id: Number(value), name: "…" }] : [];
  const all = new Map([...named, ...selected].map(({ id, name }) => [String(id), name]));
  return (
    <NativeSelect
      {...field}
      required={none === undefined}
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: none ?? t("choose") },
        ...[...all]
          .map(([id, name]) => ({ value: id, label: name }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  );
}
