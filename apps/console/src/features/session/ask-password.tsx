"use client";
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Form } from "../../ui/form/form.tsx";
import { AuthProblem } from "./auth-problem.tsx";
import type { AuthProblem as Problem } from "./use-auth-call.ts";

type AskPasswordProps = {
  submit: string;
  isBusy: boolean;
  problem: Problem | null;
  onBack: () => void;
  onSubmit: (password: string) => void;
  children?: ReactNode;
};

/** Asks the person for their password again. */
export function AskPassword(props: AskPasswordProps) {
  const { submit, isBusy, problem, onBack, onSubmit, children } = props;
  const t = useTranslations("confirmPassword");
  const signIn = useTranslations("signIn");
  const [password, setPassword] = useState("");
  return (
    <Form
      method="post"
      onKeyDown={(event) => event.key === "Escape" && onBack()}
      onSubmit={() => onSubmit(password)}
    >
      <Stack gap="sm">
        {children}
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": signIn("show") }}
          autoFocus
        />
        <AuthProblem problem={problem} />
        <Group>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
