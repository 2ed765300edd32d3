import type { ServerSettings } from "@stampbook/db";
import type { Env } from "../../env.ts";
import type { Finding } from "../finding.ts";

/**
 * Names settings of the server, the database and the role that calls meet. Those with which calls fail are a
 * problem, and in production those with which acknowledged calls can be lost.
 */
export function lookAtSettings(
  { production }: Pick<Env, "production">,
  { failing, careless, own }: ServerSettings,
): Finding {
  const lines = [
    ...failing.map((setting) => `${setting}: calls fail or are slow; reset it`),
    ...careless.map(
      (setting) => `${setting}: for trials only, since data can be lost or tables grow`,
    ),
    ...(own.length ? [`the role or the database also sets ${own.join(", ")}`] : []),
  ];
  return {
    ok: !failing.length && !(production && careless.length),
    of: "session",
    says: lines.join("\n") || "no setting of the server, the database or the role is in the way",
  };
}
