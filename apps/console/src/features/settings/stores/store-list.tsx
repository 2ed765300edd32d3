"use client";
import { Button, NativeSelect } from "@mantine/core";
import { IconBuildingStore, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import { Filters } from "../../../ui/list/filters.tsx";
import { useOpened } from "../../../ui/list/use-opened.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { State } from "../../../ui/state.tsx";
import css from "../../../ui/ui.module.css";
import { useAddress } from "../../../ui/use-address.ts";
import { useDesk } from "../../session/desk.tsx";

const Panel = dynamic(() => import("./store-panel.tsx"), { ssr: false });

/** The merchant's stores. */
export function StoreList() {
  const t = useTranslations("stores");
  const format = useFormatter();
  const { may } = useDesk();
  const { get, push, replace } = useAddress();
  const list = trpc.staff.settings.stores.list.useQuery();
  const status = get("status");
  const rows = (list.data ?? []).filter(
    ({ isActive }) => !status || (status === "open" ? isActive : !isActive),
  );
  const opened = useOpened(rows, ({ id }) => id);
  const { open } = opened;
  const chosen = list.data?.find(({ id }) => String(id) === open);

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.settings.stores.create") ? (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => push({ open: "new" })}
          >
            {t("add")}
          </Button>
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("status")}
          value={status}
          onChange={({ currentTarget }) => replace({ status: currentTarget.value })}
          data={[
            { value: "", label: t("all") },
            { value: "open", label: t("open") },
            { value: "closed", label: t("closed") },
          ]}
        />
      </Filters>
      <DataList
        query={list}
        rows={rows}
        skeletons={4}
        empty={{ icon: IconBuildingStore, title: t("empty"), advice: t("emptyAdvice") }}
        keyOf={(row) => row.id}
        rowProps={opened.rowProps}
        columns={[
          {
            head: t("name"),
            cell: (row) => (
              <>
                <Link className={css.link} {...opened.linkProps(row)}>
                  <bdi>{row.name}</bdi>
                </Link>{" "}
                <span className={css.quiet}>#{row.id}</span>
              </>
            ),
          },
          {
            head: t("status"),
            cell: (row) => (
              <State tone={row.isActive ? "good" : "plain"}>
                {t(row.isActive ? "open" : "closed")}
              </State>
            ),
          },
          { head: t("code"), cell: (row) => <bdi>{row.code}</bdi> },
          { head: t("zone"), cell: (row) => row.timezone },
          {
            head: t("hours"),
            cell: (row) =>
              row.openingHours
                ? t("hoursShort", {
                    count: Object.values(row.openingHours).filter(({ length }) => length).length,
                  })
                : t("always"),
          },
          {
            head: t("party"),
            isNumber: true,
            cell: (row) => (row.largestParty === null ? t("any") : format.number(row.largestParty)),
          },
        ]}
      />
      {list.data && (open === "new" || chosen) ? (
        <Panel of={chosen ?? null} {...opened.panelProps} />
      ) : null}
    </>
  );
}
