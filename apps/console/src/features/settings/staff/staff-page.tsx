"use client";
import { IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import ui from "../../../ui/ui.module.css";
import { CsvButton } from "../../parts/csv-button.tsx";
import { useDesk } from "../../session/desk.tsx";
import { SettingsList } from "../settings-list.tsx";
import { Invitations } from "./invitations.tsx";
import { useMemberColumns } from "./member-columns.tsx";
import { roles } from "./member-fields.tsx";

const Panel = dynamic(() => import("./staff-panel.tsx"), { ssr: false });

/** The staff, and open invitations. */
export function StaffPage() {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const { may, me } = useDesk();
  const isAllowed = may("staff.settings.staff.list");
  const words = useCsvWords(({ frame: { cashier, manager, owner } }) => ({
    role: { cashier, manager, owner },
  }));
  const query = trpc.staff.settings.staff.list.useQuery();
  const columns = useMemberColumns();
  return (
    <>
      <SettingsList
        title={t("title")}
        query={query}
        rows={query.data?.members}
        idOf={({ userId }) => userId}
        titleHead={t("name")}
        titleOf={({ name }) => name}
        noteOf={({ userId }) =>
          userId === me.person.id ? <span className={ui.quiet}>({t("you")})</span> : null
        }
        columns={columns}
        filter={{
          name: "role",
          label: t("role"),
          choices: roles.map((value) => ({ value, label: names(value) })),
          valueOf: ({ role }) => role,
        }}
        csv={
          <CsvButton
            procedure="staff.settings.staff.csv"
            pageOf={(api) => api.staff.settings.staff.csv.query({ words })}
          />
        }
        add={isAllowed ? { label: t("invite"), icon: IconUserPlus } : null}
        empty={{ icon: IconUsersGroup, title: t("empty"), advice: t("emptyAdvice") }}
        panel={(member, panelProps) => <Panel member={member} {...panelProps} />}
      />
      {query.data ? (
        <div style={{ marginTop: 16 }}>
          <Invitations invitations={query.data.invitations} />
        </div>
      ) : null}
    </>
  );
}
