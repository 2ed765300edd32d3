"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "use-intl/react";
import type { groupsOf } from "../../messages/page-words.tsx";
import { Words } from "../../messages/words.tsx";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useFragment } from "../sign-in/use-secret-of-link.ts";
import css from "./guest.module.css";
import { GuestBooking } from "./guest-booking.tsx";
import { LinkRefused } from "./link-refused.tsx";

type GuestPageProps = { words: Record<"en" | "id", ReturnType<typeof groupsOf>> };

/**
 * The booking of the link. Before it is there, and where the link opens nothing, the page is in the browser's
 * language, then in that of the merchant's country.
 */
export function GuestPage({ words }: GuestPageProps) {
  const token = useFragment();
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ["the booking of a link", token];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => api.bookings.byLink.mutate({ token: token ?? "" }),
    enabled: token !== null,
  });
  const own = useLocale() === "id" ? "id" : "en";
  const language = data?.booking.merchant.language ?? own;
  return (
    <Words locale={language} messages={words[language]}>
      <main id="content" tabIndex={-1} className={css.page} lang={language}>
        <div className={css.card}>
          {data && token !== null ? (
            <GuestBooking
              booking={data.booking}
              token={token}
              onCanceled={(canceled) => queries.setQueryData(queryKey, canceled)}
              onTooLate={() => queries.invalidateQueries({ queryKey })}
            />
          ) : error ? (
            <LinkRefused failed={failureOf(error)} />
          ) : (
            <Skeletons count={5} />
          )}
        </div>
      </main>
    </Words>
  );
}
