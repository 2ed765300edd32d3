import type { NextConfig } from "next";

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks them, which `npm test` runs beside the build
  typescript: { ignoreBuildErrors: true },
  // the messages are compiled on the server, so that browsers need no parser of them: 10 KB of scripts
  turbopack: {
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks"] },
} satisfies NextConfig;
