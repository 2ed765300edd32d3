"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { CsvButton } from "../../../ui/list/csv-button.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { Filters } from "../../../ui/list/filters.tsx";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { useOpened } from "../../../ui/list/use-opened.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { useAddress } from "../../../ui/use-address.ts";
import { useDesk } from "../../session/desk.tsx";
import { Invitations } from "./invitations.tsx";
import { useMemberColumns } from "./member-columns.tsx";
import { roles } from "./member-fields.tsx";

const Panel = dynamic(() => import("./staff-panel.tsx"), { ssr: false });

/** The staff, and open invitations. */
export function StaffPage() {
  const t = useTranslations("staffPage");
  const settings = useTranslations("settings");
  const names = useTranslations("frame");
  const { may } = useDesk();
  const { get, push, replace } = useAddress();
  const api = useApi();
  const words = useCsvWords(({ frame: { cashier, manager, owner } }) => ({
    role: { cashier, manager, owner },
  }));
  const list = trpc.staff.settings.staff.list.useQuery();
  const role = roles.find((one) => one === get("role"));
  const rows = (list.data?.members ?? []).filter((member) => !role || member.role === role);
  const opened = useOpened(rows, ({ userId }) => userId);
  const columns = useMemberColumns(opened);
  const { open } = opened;
  const chosen = list.data?.members.find(({ userId }) => userId === open);

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.settings.staff.list") ? (
          <Group gap="sm">
            <CsvButton
              name="staff.csv"
              pageAfter={() => api.staff.settings.staff.csv.query({ words })}
            />
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => push({ open: "invite" })}
            >
              {t("invite")}
            </Button>
          </Group>
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("role")}
          value={role ?? ""}
          onChange={({ currentTarget }) => replace({ role: currentTarget.value })}
          data={[
            { value: "", label: settings("all") },
            ...roles.map((one) => ({ value: one, label: names(one) })),
          ]}
        />
      </Filters>
      <DataList
        query={list}
        rows={rows}
        skeletons={4}
        columns={columns}
        keyOf={({ userId }) => userId}
        rowProps={opened.rowProps}
        empty={{ icon: IconUsersGroup, title: t("empty"), advice: t("emptyAdvice") }}
      />
      {list.data ? (
        <div style={{ marginTop: 16 }}>
          <Invitations of={list.data.invitations} />
        </div>
      ) : null}
      {list.data && (open === "invite" || chosen) ? (
        <Panel of={chosen ?? null} {...opened.panelProps} />
      ) : null}
    </>
  );
}
