import { createSecrets } from "@stampbook/core/secrets";
import { connect, createIds, DatabaseInUse } from "@stampbook/db";
import { createApp } from "./app.ts";
import { runBackgroundJobs } from "./background-jobs.ts";
import { startDelivery } from "./delivery/dispatcher.ts";
import { deliveryNotes } from "./delivery/notes.ts";
import { createSenders } from "./delivery/senders.ts";
import { BadSettings, readEnv } from "./env.ts";
import { firstStart } from "./first-start.ts";
import { keepHouse } from "./housekeeping.ts";
import { bufferedOutput } from "./logging.ts";
import { isOverload } from "./overload.ts";
import { renewCertificate } from "./renew-certificate.ts";
import { secretKeysOf } from "./secret-key.ts";
import { letHashesGiveWay } from "./thread-priority.ts";
import { readCertificate } from "./tls.ts";

/** Calls under way get this long before the process goes. */
const PATIENCE_MS = 10_000;

async function start() {
  const env = readEnv();
  const certificate = env.tls && readCertificate(env.tls);
  const secrets = createSecrets(secretKeysOf(env));
  const { databaseUrl, dataDirectory } = env;
  const open = await connect(databaseUrl ? { url: databaseUrl } : { directory: dataDirectory });
  const core = { db: open.db, ids: createIds(open.db), secrets, clockOffsetMs: 0 };
  const app = createApp(core, {
    requireHttps: env.requireHttps,
    trustedProxies: env.trustedProxies,
    certificate,
    log: { level: env.logLevel, stream: bufferedOutput() },
    console: {
      publicUrl: env.publicUrl,
      secureCookies: env.production || env.publicUrl.startsWith("https:"),
      secret: env.consoleSecret,
    },
  });
  const leaveHouse = keepHouse(core, (error) => app.log.warn(error, "old rows were not forgotten"));
  const endJobs = runBackgroundJobs(core, (error) => app.log.warn(error, "a job stopped"));
  const delivery = startDelivery(core, createSenders(env.delivery), deliveryNotes(app.log));
  const renewal = env.tls && certificate && renewCertificate(app, env.tls, certificate);
  if (renewal) process.on("SIGHUP", renewal.look);
  app.addHook("onClose", async () => {
    renewal?.stop();
    leaveHouse();
    await Promise.all([endJobs(), delivery.stop()]);
    await open.close();
  });
  const stop = () => {
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    void app.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  letHashesGiveWay();
  try {
    const heard = await app.listen({ host: env.apiHost, port: env.apiPort });
    const address = certificate ? heard.replace(/^http:/, "https:") : heard;
    const addresses = { console: env.publicUrl, api: address };
    const told = env.production ? [`API: ${address}`] : await firstStart(core, addresses);
    console.log(told.join("\n"));
    if (env.requireHttps && !certificate && !env.trustedProxies.length)
      console.error(nobodyBringsHttps);
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

const nobodyBringsHttps =
  "HTTPS is required, but TRUSTED_PROXIES names no proxy that brings it, and TLS_CERT no certificate: every call is refused.";

start().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});

/** What whoever starts the process can do about it; the whole error where that is not known. */
function explain(error: unknown): unknown {
  if (error instanceof BadSettings || error instanceof DatabaseInUse) return error.message;
  if (isOverload(error) && error instanceof Error)
    return `The database does not answer: ${error.message}. Is DATABASE_URL right, and the server up?`;
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === "EADDRINUSE" && port)
    return `Port ${port} is in use. Stop what listens there, or set API_PORT to another one.`;
  if (code === "EADDRNOTAVAIL" && port)
    return `This machine has no address ${address}. Set API_HOST to one that it has.`;
  return error;
}
