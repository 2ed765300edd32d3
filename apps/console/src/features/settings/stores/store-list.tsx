"use client";
import { IconBuildingStore } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { State } from "../../../ui/state.tsx";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { SettingsList } from "../settings-list.tsx";

const Panel = dynamic(() => import("./store-panel.tsx"), { ssr: false });
const statuses = ["open", "closed"] as const;

/** The merchant's stores. */
export function StoreList() {
  const t = useTranslations("stores");
  const format = useFormatter();
  const { may } = useDesk();
  const query = trpc.staff.settings.stores.list.useQuery();
  return (
    <SettingsList
      title={t("title")}
      query={query}
      rows={query.data}
      idOf={({ id }) => id}
      titleHead={t("name")}
      titleOf={({ name }) => name}
      noteOf={({ id }) => <span className={css.quiet}>#{id}</span>}
      filter={{
        name: "status",
        label: t("status"),
        choices: statuses.map((value) => ({ value, label: t(value) })),
        valueOf: ({ isActive }) => (isActive ? "open" : "closed"),
      }}
      add={may("staff.settings.stores.create") ? { label: t("add") } : null}
      empty={{ icon: IconBuildingStore, title: t("empty"), advice: t("emptyAdvice") }}
      panel={(store, panelProps) => <Panel store={store} {...panelProps} />}
      columns={[
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
          isNamed: true,
          cell: (row) =>
            row.openingHours
              ? t("hoursShort", {
                  count: Object.values(row.openingHours).filter(({ length }) => length).length,
                })
              : t("always"),
        },
        {
          head: t("party"),
          isNamed: true,
          isNumber: true,
          cell: (row) => (row.largestParty === null ? t("any") : format.number(row.largestParty)),
        },
      ]}
    />
  );
}
