"use client";
import { useTranslations } from "use-intl/react";
import { Brand } from "../../ui/brand/brand.tsx";
import { SignOut } from "../session/sign-out.tsx";
import css from "../sign-in/sign-in.module.css";
import { FactorSteps } from "./factor-steps.tsx";
import { useSession } from "./use-session.ts";

/** The only page for a person whose role requires a second factor that is not set up yet. */
export function EnrolFirst() {
  const t = useTranslations("enrolFirst");
  const account = useSession();
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1>{t("title")}</h1>
        <p className={css.lead}>{t("lead")}</p>
        <FactorSteps account={account} lead={null} onSetUp={() => window.location.reload()} />
        <div>
          <SignOut />
        </div>
      </div>
    </main>
  );
}
