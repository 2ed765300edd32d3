"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { Invitations } from "./invitations.tsx";
import { roles } from "./member-fields.tsx";
import { MemberTable } from "./member-table.tsx";

const Panel = dynamic(() => import("./staff-panel.tsx"), { ssr: false });

/** Who works here, and who is asked to. */
export function StaffPage() {
  const t = useTranslations("staffPage");
  const settings = useTranslations("settings");
  const names = useTranslations("frame");
  const { get, push, replace } = useAddress();
  const api = useApi();
  const { data, error, isLoading } = trpc.staff.settings.staff.list.useQuery();
  const role = roles.find((one) => one === get("role"));
  const rows = (data?.members ?? []).filter((member) => !role || member.role === role);
  const open = get("open");
  const chosen = data?.members.find(({ userId }) => userId === open);

  function step(by: number) {
    const next = rows[rows.findIndex(({ userId }) => userId === open) + by];
    if (next) replace({ open: next.userId });
  }

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          <CsvButton name="staff.csv" pageAfter={() => api.staff.settings.staff.csv.query()} />
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => push({ open: "invite" })}
          >
            {t("invite")}
          </Button>
        </Group>
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
      {error ? <Refusal of={failureOf(error)} /> : null}
      {isLoading ? <Skeletons count={4} /> : null}
      {data && !rows.length ? (
        <Empty icon={<IconUsersGroup size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? <MemberTable rows={rows} open={open} /> : null}
      {data ? (
        <div style={{ marginTop: 16 }}>
          <Invitations of={data.invitations} />
        </div>
      ) : null}
      {data && (open === "invite" || chosen) ? (
        <Panel of={chosen ?? null} onClose={() => replace({ open: null })} onStep={step} />
      ) : null}
    </>
  );
}
