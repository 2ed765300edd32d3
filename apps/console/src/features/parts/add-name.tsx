"use client";
import { Button, Group, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { useFocusKept } from "../../ui/form/use-focus-back.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { useDesk } from "../session/desk.tsx";

/** The form that adds the name of a customer who has none, for everybody who serves customers. */
export function AddName({ customerId }: { customerId: number }) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const work = trpc.staff.customers.addName.useMutation({
    onSuccess: () =>
      Promise.all([utils.staff.customers.invalidate(), utils.staff.till.invalidate()]),
  });
  useFocusKept();
  const failed = work.error && failureOf(work.error);
  const error = useFieldWords(failed)("name");
  if (!may("staff.customers.addName")) return null;
  return (
    <Form
      aria-label={t("addName")}
      onSubmit={() => {
        if (name.trim()) work.mutate({ customerId, name });
      }}
    >
      <Group align="end" gap="sm" mb="md">
        <TextInput
          label={t("nameMissing")}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={error}
          maxLength={mostOf.name}
          autoComplete="off"
          style={{ flex: "1 1 200px" }}
        />
        <Button type="submit" loading={work.isPending} disabled={!name.trim()}>
          {t("addName")}
        </Button>
      </Group>
      {failed && !error ? <Refusal failed={failed} /> : null}
    </Form>
  );
}
