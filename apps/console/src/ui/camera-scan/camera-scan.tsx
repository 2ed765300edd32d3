"use client";
import { later } from "../later.tsx";
import type { CameraScanProps } from "./scanner.tsx";

/** Reads one QR code or barcode with the camera, in a dialog. It is loaded when it is first shown. */
export const CameraScan = later<CameraScanProps>(() =>
  import("./scanner.tsx").then(({ Scanner }) => Scanner),
);
