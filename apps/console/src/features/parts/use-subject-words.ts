"use client";
import { useTranslations } from "use-intl/react";

type Known = Parameters<ReturnType<typeof useTranslations<"audit.subjects">>["has"]>[0];

/** The addresses of subjects' pages, without the id. */
const pages: Readonly<Record<string, string>> = {
  customer: "/customers/",
  reward: "/catalogue/rewards/",
  "voucher template": "/catalogue/voucher-templates/",
  "promo code": "/catalogue/promo-codes/",
  voucher: "/vouchers/",
  redemption: "/redemptions/",
  booking: "/bookings/",
  transaction: "/sales/",
};

/** Splits a subject into its noun and the id or code after it. */
const nouns =
  /^(voucher template|promo code|message template|payment method|a (?:voucher|promo) code|[a-z]+)(?: (.+))?$/;

/**
 * Returns a function that takes a record's subject, such as `customer 12`. The function returns the subject
 * in the person's language, and the address of its page, or null. A name replaces the id. Without a name, an
 * id that is a long random text is left out.
 */
export function useSubjectWords() {
  const t = useTranslations("audit.subjects");
  return (subject: string, name: string | null = null) => {
    const [, noun = "", rest = ""] = nouns.exec(subject) ?? [];
    const id = /^[0-9a-f-]{16,}$|^[\w-]{20,}$/.test(rest) ? "" : rest;
    // many vouchers have the name of their template, so the id stays
    const called = noun === "voucher" && name ? `${name} #${id}` : (name ?? id);
    const page = /^[1-9][0-9]*$/.test(id) ? pages[noun] : undefined;
    return {
      text: t.has(noun as Known) ? t(noun as "customer", { id: called }).trim() : subject,
      href: page === undefined ? null : page + id,
    };
  };
}
