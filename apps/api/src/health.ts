import { setTimeout as sleep } from "node:timers/promises";
import type { CoreDeps } from "@stampbook/core/context";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./rest/methods.ts";
import { plain } from "./rest/replies.ts";

const PATIENCE_MS = 2_000;

/** `/health`: the process answers. `/ready`: its database does too. Both over plain HTTP as well. */
export function mountHealth(app: FastifyInstance, db: CoreDeps["db"]) {
  const config = { plainHttp: true };
  app.get("/health", { config }, async () => ({ status: "ok" }));
  app.get("/ready", { config }, async (request, reply) => {
    const late = sleep(PATIENCE_MS, "late", { ref: false });
    const asked = db.execute("select 1").then(
      () => "ok",
      (error: unknown) => {
        request.log.warn(error, "the database does not answer");
        return "away";
      },
    );
    if ((await Promise.race([asked, late])) === "ok") return { status: "ok" };
    return reply
      .code(503)
      .header("retry-after", "1")
      .send(plain(503, "The database does not answer.").body);
  });
  for (const path of ["/health", "/ready"]) refuseOtherMethods(app, path, ["GET"], config);
}
