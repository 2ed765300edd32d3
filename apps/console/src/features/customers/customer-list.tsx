"use client";
import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch, IconUsers } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { List } from "../../ui/list.tsx";
import { OpeningRow } from "../../ui/opening-row.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { byPages, rowsOf } from "../../ui/pages.ts";
import css from "../../ui/ui.module.css";
import { useCsvWords } from "../../ui/use-csv-words.ts";
import { useTyped } from "../../ui/use-typed.ts";
import { useDesk } from "../session/desk.tsx";
import { CustomerState } from "./customer-state.tsx";

const PAUSE_MS = 200;
const notAsked = { data: null, error: null, isPending: false };

/** Customers, searched by name, phone, email or Member ID while typing. */
export function CustomerList() {
  const t = useTranslations("customers");
  const format = useFormatter();
  const router = useRouter();
  const { may } = useDesk();
  const api = useApi();
  const words = useCsvWords(({ customers: { active, blocked, inactive, suspended } }) => ({
    status: { active, blocked, inactive, suspended },
  }));
  const utils = trpc.useUtils();
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, say } = useTyped("q");
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const filter = { text: asked };
  // opening a customer must not be undone by a delayed update of the address
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isLeaving.current) say(asked);
  }, [asked, say]);
  // people who may not export the list can search for one customer only
  const isListed = may("staff.customers.csv") || asked !== "";
  const list = trpc.staff.customers.search.useInfiniteQuery(filter, {
    ...byPages,
    enabled: isListed,
    placeholderData: keepPreviousData,
  });

  /** If Enter comes before the results, it opens the first result of the typed text. */
  async function openFirst() {
    const typed = text.trim();
    if (!typed && !may("staff.customers.csv")) return;
    const { items } = await utils.staff.customers.search.fetch({ text: typed, limit: 1 });
    const [first] = items;
    if (!first || field.current?.value.trim() !== typed) return;
    isLeaving.current = true;
    router.push(`/customers/${first.id}`);
  }

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          {may("staff.customers.csv") ? (
            <CsvButton
              name="customers.csv"
              pageAfter={(cursor) =>
                api.staff.customers.csv.query({ ...filter, words, cursor, limit: 200 })
              }
            />
          ) : null}
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
      </PageTitle>
      <TextInput
        ref={field}
        type="search"
        size="md"
        mb="md"
        autoFocus
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          // the list below shows why nothing could be read
          if (key === "Enter") openFirst().catch(() => {});
        }}
      />
      {isListed ? null : (
        <Empty icon={<IconUsers size={40} stroke={1.4} aria-hidden />} title={t("searchFirst")}>
          {t("searchFirstAdvice")}
        </Empty>
      )}
      <List
        query={isListed ? list : notAsked}
        rows={isListed ? rowsOf(list) : []}
        heads={[
          t("name"),
          { number: t("stamps") },
          t("member"),
          t("level"),
          t("contact"),
          t("status"),
        ]}
        empty={
          asked
            ? { icon: IconUsers, title: t("empty"), advice: t("emptyAdvice") }
            : { icon: IconUsers, title: t("none"), advice: t("noneAdvice") }
        }
      >
        {(row) => (
          <OpeningRow
            key={row.id}
            href={`/customers/${row.id}`}
            onClickCapture={() => {
              isLeaving.current = true;
            }}
          >
            <td>
              <Link className={css.link} href={`/customers/${row.id}`}>
                <bdi>{row.name}</bdi>
              </Link>
            </td>
            <td className={css.number}>{format.number(row.stamps)}</td>
            <td>
              <bdi>{row.memberId}</bdi>
            </td>
            <td>
              <bdi>{row.levelName}</bdi>
            </td>
            <td>
              <bdi>{row.mobileNumber ?? row.email}</bdi>
            </td>
            <td>
              <CustomerState {...row} />
            </td>
          </OpeningRow>
        )}
      </List>
    </>
  );
}
