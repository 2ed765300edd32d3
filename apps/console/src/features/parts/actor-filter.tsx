"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

export type Actor = Outputs["staff"]["redemptions"]["list"]["items"][number]["redeemedBy"];

const kinds = ["staff", "token"] as const;

/** Returns the text if it names a person or a token, such as `token:7`. Otherwise null. */
export function actorIn(text: string): string | null {
  return /^(token:[0-9]{1,16}|staff:[\w-]{1,64})$/.exec(text)?.[0] ?? null;
}

type ActorFilterProps = {
  /** The filter's parameter in the address. */
  name: string;
  /** The people and tokens in the rows. They may no longer work here. */
  seen: readonly (Actor | null)[];
};

/**
 * Filters by who did something: staff and API tokens, by name. Cashiers may not list staff, so they get
 * themselves and the people in the rows.
 */
export function ActorFilter({ name, seen }: ActorFilterProps) {
  const t = useTranslations("actors");
  const { me, may } = useDesk();
  const { get, replace } = useAddress();
  const chosen = actorIn(get(name));
  const known = trpc.staff.actors.useQuery(undefined, {
    enabled: may("staff.actors"),
    staleTime: 5 * 60_000,
  });
  const names = new Map<string, string>();
  for (const actor of [...seen, ...(known.data ?? [])])
    if (actor && (actor.kind === "staff" || actor.kind === "token"))
      names.set(`${actor.kind}:${actor.id}`, actor.name ?? t(`former.${actor.kind}`));
  const own = `staff:${me.person.id}`;
  names.set(own, t("me", { name: me.person.name }));
  if (chosen && !names.has(chosen))
    names.set(chosen, t(`former.${chosen.startsWith("token:") ? "token" : "staff"}`));
  const groups = kinds.map((kind) => ({
    group: t(`groups.${kind}`),
    items: [...names]
      .filter(([value]) => value.startsWith(`${kind}:`))
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  }));
  return (
    <NativeSelect
      label={t("by")}
      value={chosen ?? ""}
      onChange={({ currentTarget }) => replace({ [name]: currentTarget.value })}
      data={[{ value: "", label: t("all") }, ...groups.filter(({ items }) => items.length)]}
    />
  );
}
