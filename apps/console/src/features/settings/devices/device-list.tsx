"use client";
import { IconDeviceTablet } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { Moment } from "../../../ui/moment.tsx";
import { State } from "../../../ui/state.tsx";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import { useSharedDevice } from "../../shared-device/device-calls.ts";
import { SettingsList } from "../settings-list.tsx";
import type { Device } from "./device-panel.tsx";

const Panel = dynamic(() => import("./device-panel.tsx"), { ssr: false });

const stateOf = ({ revokedAt }: Device) => (revokedAt ? "revoked" : "enrolled");

/** Shared devices: browsers that several people use, each with their own PIN. */
export function DeviceList() {
  const t = useTranslations("devices");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  const query = trpc.staff.settings.devices.list.useQuery();
  const { data: here } = useSharedDevice();
  const { timezone: timeZone } = me.merchant;
  return (
    <SettingsList
      title={t("title")}
      query={query}
      rows={query.data}
      idOf={({ id }) => id}
      titleHead={t("name")}
      titleOf={({ name }) => name}
      noteOf={({ id }) => (id === here?.id ? <span className={css.quiet}>{t("here")}</span> : null)}
      columns={[
        {
          head: t("state"),
          cell: (row) => <State tone={row.revokedAt ? "plain" : "good"}>{t(stateOf(row))}</State>,
        },
        { head: t("store"), cell: (row) => <bdi>{storeNames([row.storeId])}</bdi> },
        { head: t("by"), isNamed: true, cell: (row) => <bdi>{row.enrolledBy}</bdi> },
        {
          head: t("used"),
          isNamed: true,
          cell: (row) =>
            row.lastUsedAt ? (
              <Moment time={row.lastUsedAt} timeZone={timeZone} />
            ) : (
              <span className={css.quiet}>{t("never")}</span>
            ),
        },
      ]}
      filter={{
        name: "state",
        label: t("state"),
        choices: (["enrolled", "revoked"] as const).map((value) => ({ value, label: t(value) })),
        valueOf: stateOf,
      }}
      add={{ label: t("add") }}
      empty={{ icon: IconDeviceTablet, title: t("empty"), advice: t("emptyAdvice") }}
      panel={(device, panelProps) => <Panel device={device} {...panelProps} />}
    />
  );
}
