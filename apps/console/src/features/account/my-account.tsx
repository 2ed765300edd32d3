"use client";
import { SimpleGrid, Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../ui/page-title.tsx";
import { OwnPin } from "./own-pin.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** A person's sign-in methods and sessions. */
export function MyAccount() {
  const t = useTranslations("settings");
  return (
    <>
      <PageTitle title={t("names.account")} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <SecondFactor />
          <Passkeys />
          <OwnPin />
        </Stack>
        <Stack>
          <Sessions />
          <PasswordForm />
        </Stack>
      </SimpleGrid>
    </>
  );
}
