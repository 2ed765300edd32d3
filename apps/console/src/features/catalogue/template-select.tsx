"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";

/** As many as a page may have: whoever has more finds a template by its own page. */
const MOST = 1_000;

type TemplateSelectProps = {
  label: string;
  description?: string;
  /** What stands for none; left out where one is needed. */
  none?: string;
  value: string;
  onChange: (id: string) => void;
  error: string | null;
  /** The one that is chosen already, which may be too old for the page. */
  known?: { readonly id: number; readonly name: string } | null;
  autoFocus?: boolean;
};

/** One of the merchant's voucher templates. */
export function TemplateSelect({ none, known, value, onChange, ...field }: TemplateSelectProps) {
  const t = useTranslations("catalogue");
  const { data } = trpc.staff.catalogue.voucherTemplates.list.useQuery({ limit: MOST });
  const listed = data?.items ?? [];
  // what is chosen can be sent before the others are there
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
