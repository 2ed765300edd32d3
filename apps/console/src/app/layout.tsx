import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "./globals.css";
import "./touch.css";
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { readLocale } from "../messages/locale.ts";
import { groupsOf } from "../messages/page-words.tsx";
import { Words } from "../messages/words.tsx";
import { ApiProvider } from "../rpc/provider.tsx";
import { grounds } from "../ui/brand/grounds.ts";
import { Early } from "../ui/early/early.tsx";
import { listenEarly } from "../ui/early/listen.ts";
import { LeaveQuestion } from "../ui/form/leave-question.tsx";
import { theme } from "./theme.ts";

export const metadata: Metadata = {
  title: { default: "Stampbook", template: "%s · Stampbook" },
  description: "Where a merchant's staff look after customers, rewards and bookings",
  robots: { index: false, follow: false },
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/icons/apple-touch-icon.png",
  },
  appleWebApp: { title: "Stampbook" },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  // the system's bars around an installed console have the color of the console's own bars
  themeColor: (["light", "dark"] as const).map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    color: grounds[scheme].surface,
  })),
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [{ locale }, own] = await Promise.all([readLocale(), headers()]);
  // without the nonce, the page's policy blocks every script
  const nonce = own.get("x-nonce") ?? undefined;
  return (
    <html lang={locale} dir="ltr" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
        <script nonce={nonce} suppressHydrationWarning>{`(${listenEarly})()`}</script>
      </head>
      <body>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <Words locale={locale} messages={groupsOf("layout", locale)} now={new Date()}>
            <ApiProvider>{children}</ApiProvider>
            <LeaveQuestion />
            <Early />
          </Words>
        </MantineProvider>
      </body>
    </html>
  );
}
