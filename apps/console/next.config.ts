import type { NextConfig } from "next";

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks them, which `npm test` runs beside the build
  typescript: { ignoreBuildErrors: true },
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks"] },
} satisfies NextConfig;
