import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { useDesk } from "../session/desk.tsx";

type Actor = NonNullable<Outputs["staff"]["securityEvents"]["list"]["items"][number]["actor"]>;
type Option = { readonly value: string; readonly label: string };

const kinds = ["staff", "token"] as const;

/**
 * Returns the options of the filter "By": staff and API tokens, by name. Owners get all of them. Managers may
 * not list staff, so they get themselves, the people on the page, and the person in the page's address.
 */
export function useActorGroups(seen: readonly Actor[], chosen: string | null) {
  const t = useTranslations("security");
  const { me, may } = useDesk();
  const staff = trpc.staff.settings.staff.list.useQuery(undefined, {
    enabled: may("staff.settings.staff.list"),
  });
  const tokens = trpc.staff.settings.tokens.list.useQuery(undefined, {
    enabled: may("staff.settings.tokens.list"),
  });
  const names = new Map<string, string>([
    ...seen
      .filter(({ kind }) => kind !== "service")
      .map(({ kind, id, name }) => [`${kind}:${id}`, name ?? t(`actors.${kind}`)] as const),
    [`staff:${me.person.id}`, me.person.name],
    ...(staff.data?.members ?? []).map(({ userId, name }) => [`staff:${userId}`, name] as const),
    ...(tokens.data ?? []).map(({ id, name }) => [`token:${id}`, name] as const),
  ]);
  if (chosen && !names.has(chosen)) names.set(chosen, t("actors.other"));
  const options = [...names].map(([value, label]): Option => ({ value, label }));
  return kinds
    .map((kind) => ({
      group: t(`groups.${kind}`),
      items: options
        .filter(({ value }) => value.startsWith(`${kind}:`))
        .sort((one, other) => one.label.localeCompare(other.label)),
    }))
    .filter(({ items }) => items.length > 0);
}
