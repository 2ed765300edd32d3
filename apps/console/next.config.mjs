// JavaScript, because Next needs its compiler, which production does not have, to read TypeScript

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // no page uses Next's pictures, so /_next/image answers 404; and their cache would be a folder to write to
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // the build checks no types: `npm test` runs `npm run typecheck` at the same time as the build
  typescript: { ignoreBuildErrors: true },
  // the server compiles the messages, so browsers need no message parser: 10 KB of scripts less
  turbopack: {
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks"],
    // writing the cache for the next build takes a fifth of the time; `.ci/run` builds only once
    turbopackFileSystemCacheForBuild: !process.env.BUILD_ONCE,
  },
};
