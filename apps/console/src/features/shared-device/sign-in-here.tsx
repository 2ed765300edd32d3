"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Brand } from "../../ui/brand/brand.tsx";
import { insideOf } from "../sign-in/inside-of.ts";
import css from "../sign-in/sign-in.module.css";
import { SignIn } from "../sign-in/sign-in.tsx";
import { useSharedDevice } from "./device-calls.ts";
import { setLocked } from "./locked.ts";
import { People } from "./people.tsx";

type SignInHereProps = {
  /** The page to open afterwards; null if the person opened the sign-in page directly. */
  next: string | null;
  /** Whether that page needs a sign-in with the password. */
  needsPassword: boolean;
};

/**
 * The sign-in page. An enrolled browser lists the people of the device, unless `needsPassword` is true. Other
 * browsers ask for email and password.
 */
export function SignInHere({ next, needsPassword }: SignInHereProps) {
  const t = useTranslations("sharedDevice");
  const [isByPassword, setByPassword] = useState(needsPassword);
  const { data: device } = useSharedDevice();
  const goOn = () => {
    setLocked(false);
    window.location.assign(insideOf(next, window.location.origin));
  };
  if (!device?.people.length || isByPassword)
    return <SignIn lead={next === null || needsPassword ? "lead" : "signedOut"} onDone={goOn} />;
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1>{t("switch")}</h1>
        <People device={device} onOpen={goOn} onPassword={() => setByPassword(true)} />
      </div>
    </main>
  );
}
