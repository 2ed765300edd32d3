"use client";
import { Modal } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { AskPassword } from "./ask-password.tsx";
import { confirmPassword } from "./sign-in-client.ts";
import { useAuthCall } from "./use-auth-call.ts";

/** Asks for the password. Closing the dialog leaves the call refused. */
export default function PasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const t = useTranslations("confirmPassword");
  const { call, problem, isBusy } = useAuthCall();
  return (
    <Modal opened onClose={() => onAnswer(false)} title={t("title")}>
      <AskPassword
        submit={t("submit")}
        isBusy={isBusy}
        problem={problem}
        onBack={() => onAnswer(false)}
        onSubmit={async (password) => {
          if (await call(() => confirmPassword(password))) onAnswer(true);
        }}
      >
        <p style={{ margin: 0 }}>{t("lead")}</p>
      </AskPassword>
    </Modal>
  );
}
