"use client";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { State } from "../../ui/state.tsx";
import { FactorSteps } from "./factor-steps.tsx";
import { useSession } from "./use-session.ts";

/** The authenticator app as a second factor: set up, renew codes, switch off. */
export function SecondFactor() {
  const t = useTranslations("account");
  const account = useSession();
  const { data } = account.session;
  const isOn = data?.user.twoFactorEnabled === true;
  return (
    <Card
      title={
        <>
          {t("factor")}{" "}
          {data ? (
            <State tone={isOn ? "good" : "plain"}>{t(isOn ? "factorOn" : "factorOff")}</State>
          ) : null}
        </>
      }
    >
      <FactorSteps account={account} lead={t("factorLead")} />
    </Card>
  );
}
