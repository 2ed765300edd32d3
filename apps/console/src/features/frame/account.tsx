"use client";
import {
  Button,
  type MantineColorScheme,
  NativeSelect,
  useMantineColorScheme,
} from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { remember } from "../../ui/remember.ts";
import { Email } from "../parts/email.tsx";
import { useDesk } from "../session/desk.tsx";
import { SignOut } from "../session/sign-out.tsx";
import { tellSignIn } from "../session/tell-sign-in.ts";
import { type Asked, askDevice } from "../shared-device/ask-device.ts";
import { useIsShared } from "../shared-device/use-is-shared.ts";

const asks = ["switch", "lock"] as const satisfies readonly Asked[];
const schemes = ["auto", "light", "dark"] as const;

function close({ currentTarget }: { readonly currentTarget: Element }) {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

/** The signed-in person, the console's appearance on this device, and sign-out. */
export default function Account() {
  const t = useTranslations("frame");
  const { me, may } = useDesk();
  const isShared = useIsShared();
  const locale = useLocale();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isOurs, setOurs] = useState(false);
  // the device's stored choice is known only in the browser
  useEffect(() => setOurs(true), []);

  async function workFor(activeMerchantId: number) {
    await tellSignIn("update-session", { activeMerchantId });
    window.location.assign("/till");
  }

  async function speak(language: string) {
    await remember("stampbook_locale", language);
    router.refresh();
  }

  return (
    <>
      <p>
        <strong>
          <bdi>{me.person.name}</bdi>
        </strong>
        <br />
        <Email address={me.person.email} />
        <br />
        {t(me.role)} · <bdi>{me.merchant.name}</bdi>
      </p>
      {me.merchants.length > 1 ? (
        <NativeSelect
          label={t("merchant")}
          value={String(me.merchant.id)}
          onChange={({ currentTarget }) => void workFor(Number(currentTarget.value))}
          data={me.merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
      {isShared
        ? asks.map((what) => (
            <Button
              key={what}
              variant="default"
              onClick={(event) => {
                close(event);
                askDevice(what);
              }}
            >
              {t(`${what}Device`)}
            </Button>
          ))
        : null}
      {may("staff.ownPin.get") ? (
        <Button component={Link} href="/settings/account" variant="default" onClick={close}>
          {t("myAccount")}
        </Button>
      ) : null}
      <NativeSelect
        label={t("language")}
        value={locale}
        onChange={({ currentTarget }) => void speak(currentTarget.value)}
        data={[
          { value: "en", label: "English" },
          { value: "id", label: "Bahasa Indonesia" },
        ]}
      />
      <NativeSelect
        label={t("scheme")}
        value={isOurs ? colorScheme : "auto"}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
        data={schemes.map((scheme) => ({ value: scheme, label: t(scheme) }))}
      />
      <SignOut />
    </>
  );
}
