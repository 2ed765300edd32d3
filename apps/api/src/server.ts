import { createSecrets } from "@stampbook/core/secrets";
import { connect, createIds, withoutParameters } from "@stampbook/db";
import { createApp } from "./app.ts";
import { runBackgroundJobs } from "./background-jobs.ts";
import { startDelivery } from "./delivery/dispatcher.ts";
import { deliveryNotes } from "./delivery/notes.ts";
import { createSenders } from "./delivery/senders.ts";
import { embeddedInProduction, readEnv } from "./env.ts";
import { explainStart } from "./explain-start.ts";
import { firstStart } from "./first-start.ts";
import { keepHouse } from "./housekeeping.ts";
import { bufferedOutput } from "./logging.ts";
import { renewCertificate } from "./renew-certificate.ts";
import { secretKeysOf } from "./secret-key.ts";
import { letHashesGiveWay } from "./thread-priority.ts";
import { nobodyBringsHttps, readCertificate } from "./tls.ts";

/** Calls under way get this long before the process goes. */
const PATIENCE_MS = 10_000;

async function start() {
  const env = readEnv();
  const certificate = env.tls && readCertificate(env.tls);
  const secrets = createSecrets(secretKeysOf(env));
  const open = await connect(env.database, { onWait: (says) => console.error(says) });
  const core = { db: open.db, ids: createIds(open.db), secrets, clockOffsetMs: 0 };
  const app = createApp(core, {
    requireHttps: env.requireHttps,
    trustedProxies: env.trustedProxies,
    certificate,
    hasMail: env.delivery.email !== null,
    log: { level: env.logLevel, stream: bufferedOutput() },
    console: {
      publicUrl: env.publicUrl,
      secureCookies: env.production || env.publicUrl.startsWith("https:"),
      secret: env.consoleSecret,
    },
  });
  const leaveHouse = keepHouse(core, (error, of) =>
    app.log.warn(error, `old ${of} were not forgotten`),
  );
  const endJobs = runBackgroundJobs(core, (error) => app.log.warn(error, "a job stopped"));
  const delivery = startDelivery(core, createSenders(env.delivery), deliveryNotes(app.log));
  const renewal = env.tls && certificate && renewCertificate(app, env.tls, certificate);
  if (renewal) process.on("SIGHUP", renewal.look);
  app.addHook("onClose", async () => {
    renewal?.stop();
    await Promise.all([leaveHouse(), endJobs(), delivery.stop()]);
    await open.close();
  });
  const stop = () => {
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    void app.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  try {
    await letHashesGiveWay();
    const heard = await app.listen({ host: env.apiHost, port: env.apiPort });
    const address = certificate ? heard.replace(/^http:/, "https:") : heard;
    const addresses = { console: env.publicUrl, api: address };
    const told = env.production ? [`API: ${address}`] : await firstStart(core, addresses);
    console.log(told.join("\n"));
    if (env.production && "directory" in env.database) console.error(embeddedInProduction);
    if (env.requireHttps && !certificate && !env.trustedProxies.length)
      console.error(nobodyBringsHttps);
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

start().catch((error: unknown) => {
  console.error(explainStart(error) ?? withoutParameters(error));
  process.exitCode = 1;
});
