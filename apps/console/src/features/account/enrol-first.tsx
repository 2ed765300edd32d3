"use client";
import { useTranslations } from "use-intl/react";
import { SignOut } from "../session/sign-out.tsx";
import css from "./enrol-first.module.css";
import { SecondFactor } from "./second-factor.tsx";

/** The only page for a person whose role requires a second factor that is not set up yet. */
export function EnrolFirst() {
  const t = useTranslations("enrolFirst");
  return (
    <main className={css.page}>
      <h1>{t("title")}</h1>
      <p>{t("lead")}</p>
      <SecondFactor onSetUp={() => window.location.reload()} />
      <SignOut />
    </main>
  );
}
