import type { NextConfig } from "next";

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks types, which `npm test` runs beside the build
  typescript: { ignoreBuildErrors: true },
  // messages are compiled on the server, which saves browsers the message parser: 10 KB of scripts
  turbopack: {
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks"] },
} satisfies NextConfig;
