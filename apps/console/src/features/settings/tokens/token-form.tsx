"use client";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { type Scope, scopes } from "@stampbook/core/scopes";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { DateField } from "../../../ui/form/date-field.tsx";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import css from "../settings.module.css";
import { ShownOnce } from "../shown-once.tsx";
import { type ChosenStores, StoreChoice } from "../store-choice.tsx";
import { Unplaced } from "../unplaced.tsx";
import { useWithStores } from "../use-with-stores.ts";
import { scopeKey } from "./token-state.tsx";

/** Creates a token, and shows its secret once. */
export function TokenForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("tokens");
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [stores, setStores] = useState<ChosenStores>([]);
  const [lastDay, setLastDay] = useState("");
  const issue = trpc.staff.settings.tokens.issue.useMutation({
    onSuccess: () => utils.staff.settings.tokens.invalidate(),
    // removes the secret from the cache once it is no longer shown
    gcTime: 0,
  });
  useUnsaved(!issue.data && (name !== "" || chosen.length > 0));
  const { withStores, failed } = useWithStores(issue);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  if (issue.data) return <TokenSecret secret={issue.data.secret} onDone={onDone} />;
  return (
    <Form
      ref={form}
      className={css.form}
      onSubmit={() =>
        withStores(stores, (sent) => issue.mutate({ name, scopes: chosen, stores: sent, lastDay }))
      }
    >
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={wrong("name")}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group
        label={t("scopes")}
        value={chosen}
        onChange={setChosen}
        error={wrong("scopes")}
      >
        <Stack gap="xs" mt="xs">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scopeNames.${scopeKey(scope)}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <StoreChoice
        label={t("stores")}
        value={stores}
        error={wrong("stores")}
        onChange={setStores}
      />
      <DateField
        label={t("end")}
        description={t("endHint")}
        value={lastDay}
        onChange={setLastDay}
        error={wrong("lastDay")}
      />
      <Unplaced failed={failed} fields={["name", "scopes", "stores", "lastDay"]} />
      <Submit loading={issue.isPending}>{t("add")}</Submit>
    </Form>
  );
}

type TokenSecretProps = { secret: string; onDone: () => void };

/** A new token's secret, shown once. */
function TokenSecret({ secret, onDone }: TokenSecretProps) {
  const t = useTranslations("tokens");
  return (
    <ShownOnce
      text={secret}
      title={t("secretTitle")}
      leave={t("secretLeave")}
      done={t("secretDone")}
      onDone={onDone}
    >
      {t("secretLead")}
    </ShownOnce>
  );
}
