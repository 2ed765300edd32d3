"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { signInClient } from "../session/sign-in-client.ts";

const OWN = "staff auth";

/** Returns the sign-in service's data about the signed-in person. Call `refresh` after each change. */
export function useSession() {
  const queries = useQueryClient();
  const read = async <Data>(work: Promise<{ data: Data | null; error: unknown }>) => {
    const { data, error } = await work;
    if (error) throw error;
    return data;
  };
  return {
    session: useQuery({
      queryKey: [OWN, "session"],
      queryFn: () => read(signInClient.getSession()),
    }),
    sessions: useQuery({
      queryKey: [OWN, "sessions"],
      queryFn: () => read(signInClient.listSessions()),
    }),
    passkeys: useQuery({
      queryKey: [OWN, "passkeys"],
      queryFn: () => read(signInClient.passkey.listUserPasskeys()),
    }),
    refresh: () => queries.invalidateQueries({ queryKey: [OWN] }),
  };
}
