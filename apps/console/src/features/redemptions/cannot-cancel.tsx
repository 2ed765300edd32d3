"use client";
import { Button, Stack } from "@mantine/core";
import Link from "next/link";
import { Fragment } from "react";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import css from "../../ui/ui.module.css";

type Preview = Outputs["staff"]["redemptions"]["previewCancel"];
type Spent = NonNullable<Preview["spentIssued"]>;
type CannotCancelProps = { refusal: NonNullable<Preview["refusal"]>; spent: Spent | null };

/**
 * Explains why the cancellation would be refused, with links to the redemptions that prevent it, if this person
 * may see them.
 */
export function CannotCancel({
  refusal,
  spent,
  onBack,
}: CannotCancelProps & { onBack: () => void }) {
  const t = useTranslations("cancel");
  return (
    <Card title={t("cannot")}>
      <Stack gap="sm" align="start">
        {spent ? (
          <SpentVoucher spent={spent} code={refusal.code} />
        ) : (
          <Refusal failed={{ ...refusal, field: null, errors: {} }} />
        )}
        <Button
          variant="default"
          onClick={onBack}
          onKeyDown={({ key }) => key === "Escape" && onBack()}
          autoFocus
        >
          {t("keep")}
        </Button>
      </Stack>
    </Card>
  );
}

function SpentVoucher({ spent, code: why }: { spent: Spent; code: string }) {
  const { code, redemptions, isUsedElsewhere } = spent;
  const t = useTranslations("cancel");
  const holding = redemptions.filter(({ status }) => status === "Created");
  const links = holding.map(({ id }, index) => (
    <Fragment key={id}>
      {index ? ", " : null}
      <Link className={css.link} href={`/redemptions/${id}`}>
        #{id}
      </Link>
    </Fragment>
  ));
  return (
    <Notice tone="bad" code={why}>
      <p>
        <strong>{t.rich("spentIssued", { code, bdi: (text) => <bdi>{text}</bdi> })}</strong>{" "}
        {links.length ? t.rich("first", { redemptions: () => links }) : null}{" "}
        {isUsedElsewhere ? t("firstElsewhere") : null}
      </p>
    </Notice>
  );
}
