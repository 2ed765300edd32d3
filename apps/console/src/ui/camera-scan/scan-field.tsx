"use client";
import type { ReactNode } from "react";
import css from "./camera-scan.module.css";
import { ScanButton } from "./scan-button.tsx";

type ScanFieldProps = { onCode: (code: string) => void; children: ReactNode };

/** A filter for codes, with the camera's button beside the field. */
export function ScanField({ onCode, children }: ScanFieldProps) {
  return (
    <div className={css.field}>
      {children}
      <ScanButton onCode={onCode} />
    </div>
  );
}
