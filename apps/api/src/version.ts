import manifest from "../package.json" with { type: "json" };

/** Set by the build (`scripts/build.mjs`): the commit from which it was made. */
declare const STAMPBOOK_BUILD: string | undefined;

/**
 * The version of this release, as CHANGELOG.md names it, and the commit of the build: `0.1.0+5d0be1a7`. The
 * version alone if the sources run, or if the build was not made from a git checkout.
 */
export const version =
  typeof STAMPBOOK_BUILD === "string" && STAMPBOOK_BUILD
    ? `${manifest.version}+${STAMPBOOK_BUILD}`
    : manifest.version;
