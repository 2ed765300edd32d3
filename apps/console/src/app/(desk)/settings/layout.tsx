import type { ReactNode } from "react";
import { NeedsPassword } from "../../../features/settings/needs-password.tsx";
import { SettingsTabs } from "../../../features/settings/settings-tabs.tsx";
import { PageWords } from "../../../messages/page-words.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of="(desk)/settings/layout">
      <NeedsPassword>
        <SettingsTabs />
        {children}
      </NeedsPassword>
    </PageWords>
  );
}
