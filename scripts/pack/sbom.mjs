import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the CycloneDX list of the packages whose code is in the release: in files of their own, in the API's
 * bundle, or in the console's build. pnpm knows their licenses and checksums, but also names packages that
 * only a build uses.
 */
export function makeBom(root, files, version, run) {
  const bundled = JSON.parse(readFileSync(join(root, "apps/api/dist/inputs.json"), "utf8"));
  const maps = globSync("apps/console/.next/server/**/*.map", { cwd: root });
  const sources = maps.map((file) => readFileSync(join(root, file), "utf8"));
  const used = new Set([...files, ...bundled, ...sources].flatMap(packagesIn));
  const filters = ["api", "console"].flatMap((name) => ["--filter", `@stampbook/${name}`]);
  const bom = JSON.parse(
    run("pnpm", [
      "sbom",
      "--sbom-format",
      "cyclonedx",
      "--sbom-type",
      "application",
      "--prod",
      ...filters,
    ]),
  );
  bom.metadata.component.version = version;
  bom.components = bom.components.filter(({ group, name, version }) =>
    used.has(`${group ? `${group}/` : ""}${name}@${version}`),
  );
  const kept = new Set(bom.components.map((component) => component["bom-ref"]));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => kept.has(on)) }));
  return JSON.stringify(bom, null, 1);
}

/** The installed packages that a text names by their folders, as `name@version`. */
export const packagesIn = (text) =>
  [...text.matchAll(/\.pnpm\/((?:@[^+/]+\+)?[^@/]+@[^_/"]+)/g)].map(([, name]) =>
    name.replace("+", name.startsWith("@") ? "/" : "+"),
  );
