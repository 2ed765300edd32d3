"use client";
import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { Moment } from "../../../ui/moment.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import { sharedDeviceKey } from "../../shared-device/device-calls.ts";
import { EnrolForm } from "./enrol-form.tsx";

export type Device = Outputs["staff"]["settings"]["devices"]["list"][number];

/** A device beside the list, or the form that enrolls this browser. */
export default function DevicePanel({ device, ...panel }: PanelProps & { device: Device | null }) {
  const t = useTranslations("devices");
  return (
    <SidePanel title={device ? <bdi>{device.name}</bdi> : t("add")} {...panel}>
      {device ? (
        <DeviceDetail key={device.id} device={device} />
      ) : (
        <EnrolForm onDone={panel.onClose} />
      )}
    </SidePanel>
  );
}

function DeviceDetail({ device }: { device: Device }) {
  const t = useTranslations("devices");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const revoke = trpc.staff.settings.devices.revoke.useMutation({
    onSettled: () =>
      Promise.all([
        utils.staff.settings.devices.invalidate(),
        queries.invalidateQueries({ queryKey: sharedDeviceKey }),
      ]),
  });
  const moment = (time: string | null) =>
    time && <Moment time={time} timeZone={me.merchant.timezone} />;
  return (
    <Stack>
      <Facts
        facts={[
          [t("store"), <bdi key="store">{storeNames([device.storeId])}</bdi>],
          [t("by"), <bdi key="by">{device.enrolledBy}</bdi>],
          [t("since"), moment(device.createdAt)],
          [t("used"), moment(device.lastUsedAt) ?? t("never")],
          [t("revoked"), moment(device.revokedAt)],
        ]}
      />
      {device.revokedAt ? null : (
        <Confirm
          submit={t("revoke")}
          isBusy={revoke.isPending}
          failed={revoke.error && failureOf(revoke.error)}
          onConfirm={() => revoke.mutate({ id: device.id })}
        >
          {t.rich("revokeAsk", { name: device.name, bdi: (text) => <bdi>{text}</bdi> })}
        </Confirm>
      )}
    </Stack>
  );
}
