"use client";
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

const PAUSE_MS = 200;

/** Customers, found while their name, phone, email or Member ID is typed. */
export function CustomerList() {
  const t = useTranslations("customers");
  const format = useFormatter();
  const router = useRouter();
  const { may } = useDesk();
  const { get, hrefWith } = useAddress();
  const api = useApi();
  const utils = trpc.useUtils();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => get("q"));
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const filter = { text: asked };
  // who opens a customer before the address has caught up must not be brought back by it
  const isLeaving = useRef(false);
  const href = hrefWith({ q: asked });
  useEffect(() => {
    if (!isLeaving.current) window.history.replaceState(null, "", href);
  }, [href]);
  const list = trpc.staff.customers.search.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];

  /** Whoever types faster than results come means the first of what is typed. */
  async function openFirst() {
    const typed = text.trim();
    const { items } = await utils.staff.customers.search.fetch({ text: typed, limit: 1 });
    const [first] = items;
    if (!first || field.current?.value.trim() !== typed) return;
    isLeaving.current = true;
    router.push(`/customers/${first.id}`);
  }

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.customers.csv") ? (
          <CsvButton
            name="customers.csv"
            pageAfter={(cursor) => api.staff.customers.csv.query({ ...filter, cursor, limit: 200 })}
          />
        ) : null}
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
          // why nothing could be read, the list beneath says
          if (key === "Enter") openFirst().catch(() => {});
        }}
      />
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty icon={<IconUsers size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("name")}</th>
                <th scope="col" className={css.number}>
                  {t("stamps")}
                </th>
                <th scope="col">{t("member")}</th>
                <th scope="col">{t("level")}</th>
                <th scope="col">{t("contact")}</th>
                <th scope="col">{t("status")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-href
                  onClickCapture={() => {
                    isLeaving.current = true;
                  }}
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a")))
                      router.push(`/customers/${row.id}`);
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
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <More {...list} />
    </>
  );
}

type CustomerStateProps = { isBlocked: boolean; isActive: boolean; status: 100 | 200 | 300 };

export function CustomerState({ isBlocked, isActive, status }: CustomerStateProps) {
  const t = useTranslations("customers");
  if (isBlocked) return <State tone="bad">{t("blocked")}</State>;
  if (!isActive || status === 200) return <State tone="plain">{t("inactive")}</State>;
  if (status === 300) return <State tone="warn">{t("suspended")}</State>;
  return <State tone="good">{t("active")}</State>;
}
