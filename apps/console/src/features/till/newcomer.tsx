"use client";
import { mostOf } from "@stampbook/core/limits";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Form } from "../../ui/form/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useDesk } from "../session/desk.tsx";
import { isContact } from "./state/meaning.ts";
import css from "./till.module.css";
import type { Newcomer } from "./use/register.ts";

type MissedProps = { text: string; onRegister: (newcomer: Newcomer) => void };

/** Shown for a code or text without a match, with the form that registers a new customer. */
export function Missed({ text, onRegister }: MissedProps) {
  const t = useTranslations("till");
  const { may } = useDesk();
  const contact = isContact(text) ? text.trim() : "";
  return (
    <Notice tone="warn">
      <p>
        <strong>{t.rich("missed", { text, bdi: (part) => <bdi>{part}</bdi> })}</strong>{" "}
        {t(contact ? "missedContact" : "missedAdvice")}
      </p>
      {may("staff.till.register") ? <Register contact={contact} onRegister={onRegister} /> : null}
      <Link href={`/customers/new?${new URLSearchParams({ from: "till", ...partOf(text) })}`}>
        {t("addCustomer")}
      </Link>
    </Notice>
  );
}

/** Returns the field of the whole form that a text without a match fills, if it is clear which. */
export function partOf(text: string): Readonly<Record<string, string>> {
  const typed = text.trim();
  if (isContact(typed)) return typed.includes("@") ? { email: typed } : { mobileNumber: typed };
  return /^[\p{L}\p{M}'’. -]+$/u.test(typed) ? { name: typed } : {};
}

type RegisterProps = { contact: string; onRegister: MissedProps["onRegister"] };

function Register({ contact, onRegister }: RegisterProps) {
  const t = useTranslations("till");
  const [typed, setTyped] = useState(contact);
  const [name, setName] = useState("");
  return (
    <Form
      className={css.newcomer}
      aria-label={t("newcomerForm")}
      onSubmit={() => {
        if (isContact(typed)) onRegister({ contact: typed.trim(), name: name.trim() });
      }}
    >
      <label>
        <span>{t("newcomer")}</span>
        <input
          className={css.input}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          maxLength={mostOf.email}
          autoComplete="off"
          autoCapitalize="none"
        />
      </label>
      <label>
        <span>{t("newcomerName")}</span>
        <input
          className={css.input}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={mostOf.name}
          autoComplete="off"
        />
      </label>
      <button type="submit" className={css.button} disabled={!isContact(typed)}>
        {t("registerThem")}
      </button>
    </Form>
  );
}
