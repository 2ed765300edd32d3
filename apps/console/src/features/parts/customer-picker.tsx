"use client";
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";
import css from "./customer-picker.module.css";

export type FoundCustomer = Outputs["staff"]["customers"]["search"]["items"][number];

type CustomerPickerProps = {
  label: string;
  description?: string;
  error?: string | null;
  placeholder?: string;
  onPick: (customer: FoundCustomer) => void;
  /** Already chosen customers, left out of the results. */
  without?: readonly { readonly id: number }[];
  autoFocus?: boolean;
};

const PAUSE_MS = 200;
const MOST = 6;

/** Searches customers while typing. Enter picks the first result, even before it is shown. */
export function CustomerPicker({
  onPick,
  without = [],
  placeholder,
  ...field
}: CustomerPickerProps) {
  const t = useTranslations("picker");
  const utils = trpc.useUtils();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, error } = trpc.staff.customers.search.useQuery(
    { text: asked, limit: MOST },
    { enabled: asked !== "", placeholderData: keepPreviousData },
  );
  const isOpen = ({ id }: FoundCustomer) => without.every((one) => one.id !== id);
  const found = text.trim() && asked ? data?.items.filter(isOpen) : undefined;

  function pick(customer: FoundCustomer) {
    onPick(customer);
    setText("");
    input.current?.focus();
  }

  async function pickFirst() {
    const typed = text.trim();
    if (!typed) return;
    const { items } = await utils.staff.customers.search.fetch({ text: typed, limit: MOST });
    const first = items.find(isOpen);
    if (first && input.current?.value.trim() === typed) pick(first);
  }

  return (
    <div>
      <TextInput
        {...field}
        ref={input}
        type="search"
        placeholder={placeholder ?? t("placeholder")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          // the list's own query shows the error
          pickFirst().catch(() => {});
        }}
        autoComplete="off"
      />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {asked !== "" && text.trim() && !data && !error ? (
        <p role="status" className={css.late}>
          {t("searching")}
        </p>
      ) : null}
      {found ? (
        <ul className={css.found} aria-label={t("found")}>
          {found.map((customer) => (
            <li key={customer.id}>
              <button type="button" onClick={() => pick(customer)}>
                <IconPlus size={16} aria-hidden />
                <bdi className={css.name}>{nameOf(customer)}</bdi>
                <bdi className={css.hint}>
                  {customer.memberId ?? customer.mobileNumber ?? customer.email}
                </bdi>
              </button>
            </li>
          ))}
          {found.length ? null : <li className={css.none}>{t("none")}</li>}
        </ul>
      ) : null}
    </div>
  );
}
