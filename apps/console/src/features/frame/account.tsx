"use client";
import {
  Button,
  type MantineColorScheme,
  NativeSelect,
  useMantineColorScheme,
} from "@mantine/core";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Email } from "../parts/email.tsx";
import { useDesk } from "../session/desk.tsx";
import { MerchantChoice } from "../session/merchant-choice.tsx";
import { SignOut } from "../session/sign-out.tsx";
import { type Asked, askDevice } from "../shared-device/ask-device.ts";
import { useIsShared } from "../shared-device/use-is-shared.ts";
import { LanguageChoice } from "./language-choice.tsx";

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
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isOurs, setOurs] = useState(false);
  // the device's stored choice is known only in the browser
  useEffect(() => setOurs(true), []);

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
      <MerchantChoice />
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
      <LanguageChoice />
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
