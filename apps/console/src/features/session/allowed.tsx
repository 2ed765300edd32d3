"use client";
import type { ReactNode } from "react";
import { Refusal } from "../../ui/refusal.tsx";
import { useDesk } from "./desk.tsx";

type AllowedProps = { needs: string; children: ReactNode };

/** A form for people who may call the procedure. Others learn it before they fill it in. */
export function Allowed({ needs, children }: AllowedProps) {
  const { may } = useDesk();
  if (may(needs)) return children;
  return <Refusal failed={{ code: "permission_denied", field: null, message: "", errors: {} }} />;
}
