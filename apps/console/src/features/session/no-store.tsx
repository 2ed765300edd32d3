"use client";
import { IconBuildingStore } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty.tsx";
import ui from "../../ui/ui.module.css";
import { useDesk } from "./desk.tsx";

/** Shown to a person without a store: a link to create a store, or the advice to ask somebody who can. */
export function NoStore() {
  const t = useTranslations("noStore");
  const { me, may } = useDesk();
  const icon = <IconBuildingStore size={40} stroke={1.4} aria-hidden />;
  if (!may("staff.settings.stores.create"))
    return (
      <Empty icon={icon} title={t("title")}>
        {t("ask")}
      </Empty>
    );
  const isFresh = me.stores.length === 0;
  return (
    <Empty icon={icon} title={t(isFresh ? "fresh" : "closed")}>
      {t(isFresh ? "freshAdvice" : "closedAdvice")}{" "}
      <Link className={ui.link} href={`/settings/stores${isFresh ? "?open=new" : ""}`}>
        {t(isFresh ? "add" : "look")}
      </Link>
    </Empty>
  );
}
