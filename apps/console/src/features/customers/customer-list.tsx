"use client";
import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch, IconUsers } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { nameOf } from "../../rpc/customer-name.ts";
import { Empty } from "../../ui/empty.tsx";
import { type Column, DataList } from "../../ui/list/data-list.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useTyped } from "../../ui/list/use-typed.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { CsvButton } from "../parts/csv-button.tsx";
import { useDesk } from "../session/desk.tsx";
import { isMeant } from "../till/state/meaning.ts";
import { CustomerState } from "./customer-state.tsx";

type Customer = Outputs["staff"]["customers"]["search"]["items"][number];

const PAUSE_MS = 200;
const notAsked = { data: null, error: null, isPending: false };

/** Returns the search text, which is also in the address, and the customers that match it. */
function useCustomerSearch() {
  const router = useRouter();
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, say } = useTyped("q");
  const [searched] = useDebouncedValue(text.trim(), PAUSE_MS);
  // opening a customer must not be undone by a delayed update of the address
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isLeaving.current) say(searched);
  }, [searched, say]);
  // people who may not export the list see customers only as matches of a search
  const canList = may("staff.customers.csv");
  const isListed = canList || searched !== "";
  const list = trpc.staff.customers.search.useInfiniteQuery(
    { text: searched },
    { ...byPages, enabled: isListed, placeholderData: keepPreviousData },
  );

  const [several, setSeveral] = useState("");
  const isFresh = list.isSuccess && !list.isPlaceholderData && searched === text.trim();
  // the first of several rows gets the focus, so that people see what the next Enter opens
  useEffect(() => {
    if (several === "" || several !== searched || !isFresh) return;
    setSeveral("");
    document.querySelector<HTMLElement>("#found-customers tbody a")?.focus();
  }, [several, searched, isFresh]);

  /** On Enter, opens the customer whom the text means, even if they are not shown yet. */
  async function openMeant() {
    const typed = text.trim();
    if (!typed) return;
    const { items } = await utils.staff.customers.search.fetch({ text: typed, limit: 2 });
    const [first, second] = items;
    if (!first || field.current?.value.trim() !== typed) return;
    if (second && !isMeant(first, typed)) return setSeveral(typed);
    isLeaving.current = true;
    router.push(`/customers/${first.id}`);
  }

  return { field, text, setText, searched, isListed, list, openMeant, leaving: isLeaving };
}

/** Customers, searched by name, phone, email or Member ID while typing. */
export function CustomerList() {
  const t = useTranslations("customers");
  const search = useCustomerSearch();
  const { list, isListed, searched } = search;
  const columns = useColumns();
  return (
    <>
      <PageTitle title={t("title")}>
        <Actions searched={searched} />
      </PageTitle>
      <TextInput
        ref={search.field}
        type="search"
        size="md"
        mb="md"
        autoFocus
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search.text}
        onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          // the list below shows the error
          if (key === "Enter") search.openMeant().catch(() => {});
        }}
      />
      {isListed ? null : (
        <Empty icon={<IconUsers size={40} stroke={1.4} aria-hidden />} title={t("searchFirst")}>
          {t("searchFirstAdvice")}
        </Empty>
      )}
      <div id="found-customers">
        <DataList
          query={isListed ? list : notAsked}
          rows={isListed ? rowsOf(list) : []}
          columns={columns}
          keyOf={({ id }) => id}
          rowProps={({ id }) => ({
            href: `/customers/${id}`,
            onClickCapture: () => {
              search.leaving.current = true;
            },
          })}
          empty={
            searched
              ? { icon: IconUsers, title: t("empty"), advice: t("emptyAdvice") }
              : { icon: IconUsers, title: t("none"), advice: t("noneAdvice") }
          }
        />
      </div>
    </>
  );
}

/** The export and the link to a new customer, for people with the right. */
function Actions({ searched }: { searched: string }) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const words = useCsvWords(({ customers: { active, blocked, inactive, suspended } }) => ({
    status: { active, blocked, inactive, suspended },
  }));
  return (
    <Group gap="sm">
      <CsvButton
        procedure="staff.customers.csv"
        pageOf={(api, page) => api.staff.customers.csv.query({ text: searched, words, ...page })}
      />
      {may("staff.customers.add") ? (
        <Button
          component={Link}
          href="/customers/new"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t("add")}
        </Button>
      ) : null}
    </Group>
  );
}

function useColumns(): readonly Column<Customer>[] {
  const t = useTranslations("customers");
  const format = useFormatter();
  return [
    {
      head: t("name"),
      cell: (row) => (
        <Link className={css.link} href={`/customers/${row.id}`}>
          <bdi>{nameOf(row) || `#${row.id}`}</bdi>
        </Link>
      ),
    },
    {
      head: t("stamps"),
      isNamed: true,
      isNumber: true,
      cell: ({ stamps }) => format.number(stamps),
    },
    { head: t("member"), cell: ({ memberId }) => <bdi>{memberId}</bdi> },
    { head: t("level"), cell: ({ levelName }) => <bdi>{levelName}</bdi> },
    { head: t("contact"), cell: ({ mobileNumber, email }) => <bdi>{mobileNumber ?? email}</bdi> },
    { head: t("status"), cell: (row) => <CustomerState {...row} /> },
  ];
}
