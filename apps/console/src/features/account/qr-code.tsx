"use client";
import { encode } from "uqr";

type QrCodeProps = { text: string; label: string };

/** A text as a QR code: dark on light in both color schemes, as cameras need it. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: "M", border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
