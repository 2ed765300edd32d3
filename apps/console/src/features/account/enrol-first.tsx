"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { tellSignIn } from "../session/tell-sign-in.ts";
import css from "./enrol-first.module.css";
import { SecondFactor } from "./second-factor.tsx";

async function signOut() {
  await tellSignIn("sign-out", {});
  window.location.assign("/sign-in");
}

/** The only page for a person whose role requires a second factor that is not set up yet. */
export function EnrolFirst() {
  const t = useTranslations("enrolFirst");
  return (
    <main className={css.page}>
      <h1>{t("title")}</h1>
      <p>{t("lead")}</p>
      <SecondFactor onSetUp={() => window.location.reload()} />
      <Button variant="default" onClick={() => void signOut()}>
        {t("signOut")}
      </Button>
    </main>
  );
}
