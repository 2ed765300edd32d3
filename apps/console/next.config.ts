import type { NextConfig } from "next";

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks"] },
} satisfies NextConfig;
