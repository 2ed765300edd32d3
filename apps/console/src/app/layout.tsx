import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: "Stampbook console",
  description: "Where a merchant's staff look after customers, rewards and bookings",
  robots: { index: false, follow: false },
  // says that there is none, so that browsers do not ask for /favicon.ico
  icons: { icon: "data:," },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
