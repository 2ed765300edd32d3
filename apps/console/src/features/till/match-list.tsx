"use client";
import { IconPercentage, IconTicket, IconUser, IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { factsOf, nameOf } from "../../rpc/customer-name.ts";
import { Dotted } from "../parts/dotted.tsx";
import { VoucherState } from "../parts/voucher-state.tsx";
import { Option } from "./option.tsx";
import css from "./till.module.css";
import type { Choice } from "./use/choices.ts";

type MatchListProps = {
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
};

/** The matches of the text: customers, vouchers, promo codes. */
export function MatchList({ choices, active, onChoose }: MatchListProps) {
  const t = useTranslations("till");
  if (!choices.length) return <p className={css.quiet}>{t("nothingYet")}</p>;
  return (
    <div id="till-list" role="listbox" aria-label={t("found")} className={css.options}>
      {choices.map((choice, index) => (
        <Option key={choice.key} {...{ index, active }} onChoose={() => onChoose(choice)}>
          <Match choice={choice} />
        </Option>
      ))}
    </div>
  );
}

function Match({ choice }: { choice: Choice }) {
  const t = useTranslations("till");
  if (choice.kind === "customer") {
    return (
      <>
        <IconUser size={22} aria-hidden />
        <span className={css.grow}>
          <bdi className={css.name}>{nameOf(choice.customer)}</bdi>
          <span className={css.quiet}>
            <Dotted>
              {factsOf(choice.customer).map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
            </Dotted>
          </span>
        </span>
        <span>{t("stamps", { count: choice.customer.stamps })}</span>
      </>
    );
  }
  if (choice.kind === "found") {
    const { name, code, customer, state } = choice.voucher;
    return (
      <>
        <IconTicket size={22} aria-hidden />
        <span className={css.grow}>
          <bdi className={css.name}>{name}</bdi>
          <span className={css.quiet}>
            <Dotted>
              <bdi>{code}</bdi>
              <bdi>{customer?.name ?? t("nobody")}</bdi>
            </Dotted>
          </span>
        </span>
        <VoucherState state={state} />
      </>
    );
  }
  if (choice.kind === "promo")
    return (
      <>
        <IconPercentage size={22} aria-hidden />
        <span className={css.grow}>
          <bdi className={css.name}>{choice.promo.name}</bdi>
          <span className={css.quiet}>
            <Dotted>
              <bdi>{choice.promo.code}</bdi>
              {t("promo")}
            </Dotted>
          </span>
        </span>
      </>
    );
  if (choice.kind !== "newcomer") return null;
  return (
    <>
      <IconUserPlus size={22} aria-hidden />
      <span className={css.grow}>
        <span className={css.name}>
          {t.rich("register", { contact: choice.contact, bdi: (text) => <bdi>{text}</bdi> })}
        </span>
        <span className={css.quiet}>{t("registerHint")}</span>
      </span>
    </>
  );
}
