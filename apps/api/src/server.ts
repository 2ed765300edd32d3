import { triesDecided } from "@stampbook/core/credentials";
import { createSecrets } from "@stampbook/core/secrets";
import {
  connect,
  type DbLocation,
  lookAtTexts,
  problemOfTexts,
  readAddress,
  takesWrites,
  withoutParameters,
} from "@stampbook/db";
import { openPort } from "@stampbook/edge/open-port";
import { createApp } from "./app.ts";
import { createCore } from "./core.ts";
import { embeddedInProduction, readEnv } from "./env.ts";
import { explainStart } from "./explain-start.ts";
import { firstStart } from "./first-start.ts";
import { renewCertificate } from "./http/renew-certificate.ts";
import { nobodyBringsHttps, readCertificate } from "./http/tls.ts";
import { bufferedOutput } from "./logging.ts";
import type { Metrics } from "./metrics/index.ts";
import { startBackground } from "./running/background.ts";
import { checkKeys, unknownKeyLog } from "./running/check-keys.ts";
import { createDatabaseLog } from "./running/database-log.ts";
import { handleExits } from "./running/exits.ts";
import { letHashesGiveWay } from "./running/thread-priority.ts";
import { openWatch } from "./running/watch.ts";
import { secretKeysOf } from "./secret-key.ts";
import { version } from "./version.ts";

async function start() {
  const env = readEnv();
  const certificate = env.tls && readCertificate(env.tls);
  const secrets = createSecrets(secretKeysOf(env), {
    onUnknownKey: (keyId) => noteUnknownKey(keyId),
  });
  const { metrics, ...watch } = await openWatch(env, {
    onLost: (error) => app.log.warn({ err: error }, "traces cannot be sent; calls go on"),
    onBack: () => app.log.info("traces are sent again"),
  });
  const databaseLog = createDatabaseLog();
  const open = await connect(env.database, {
    ...env.pool,
    isApi: true,
    standby: env.standby,
    onStandbyRead: (read) => {
      metrics?.onStandbyRead(read);
      databaseLog.noteStandbyRead(read);
    },
    onWait: (says) => console.error(says),
    onMigrated: databaseLog.noteMigrated,
    onEnd: (ended) => {
      watch.onStatement(ended);
      databaseLog.noteEnded(ended);
    },
  });
  const core = createCore(open, secrets, watch.batches, env.hasPublicUrl ? env.publicUrl : null);
  const app = createApp(core, {
    requireHttps: env.requireHttps,
    trustedProxies: env.trustedProxies,
    certificate,
    calls: env.calls,
    pool: { load: open.load, waitedMs: open.waitedMs, askAnew: () => askAnew(env.database) },
    ...watch.requests,
    hasMail: env.delivery.email !== null,
    closeDatabase: () => open.close().finally(watch.close),
    log: { level: env.logLevel, stream: bufferedOutput() },
    console: {
      publicUrl: env.publicUrl,
      secureCookies: env.production || env.publicUrl.startsWith("https:"),
      secret: env.consoleSecret,
    },
  });
  const noteUnknownKey = unknownKeyLog(app.log);
  databaseLog.writeTo(app.log);
  let stopBackground: ReturnType<typeof startBackground> | undefined;
  const renewal = env.tls && certificate && renewCertificate(app, env.tls, certificate);
  if (renewal) process.on("SIGHUP", renewal.look);
  let shown: Awaited<ReturnType<Metrics["serve"]>> | null = null;
  let isClosing = false;
  app.addHook("onClose", async () => {
    isClosing = true;
    renewal?.stop();
    shown?.close();
    await Promise.all([stopBackground?.(), triesDecided(open.db)]);
  });
  handleExits(app, { delayMs: env.shutdownDelayMs, deadlineMs: env.calls.deadlineMs });
  try {
    await checkKeys(core, app.log, env);
    const textProblem = problemOfTexts(await lookAtTexts(open.db));
    if (textProblem) app.log.warn(textProblem);
    await letHashesGiveWay();
    shown =
      env.metrics &&
      metrics &&
      (await metrics.serve(env.metrics, open, {
        ...core,
        writesWaiting: core.writing.waiting,
        server: app.server,
        tls: env.tls,
      }));
    const place = { host: env.apiHost, port: env.apiPort };
    const heard = await openPort(app.server, place, (options) => app.listen(options));
    const address = certificate ? heard.replace(/^http:/, "https:") : heard;
    const addresses = { console: env.publicUrl, api: address };
    const print = (lines: readonly string[]) => console.log(lines.join("\n"));
    const onIncomplete = (error: unknown) =>
      app.log.warn(error, "the demo's history is incomplete");
    if (env.production) print([`API: ${address}`]);
    else await firstStart(core, addresses, { print, onIncomplete });
    // after the demo is loaded, so that it takes no time from the first start
    if (!isClosing) stopBackground = startBackground(core, env.delivery, app.log, watch.background);
    const { connections } = open;
    const database = hostsOf(env.database);
    app.log.info({ version, database, connections, metrics: shown?.address }, "started");
    if (env.production && "directory" in env.database) console.error(embeddedInProduction);
    if (env.requireHttps && !certificate && !env.trustedProxies.length)
      console.error(nobodyBringsHttps);
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

/** The hosts of the database, for the log. */
function hostsOf(database: DbLocation): string {
  if ("directory" in database) return "embedded";
  return readAddress(database.url)
    .hosts.map(({ name, port }) => `${name}:${port}`)
    .join(",");
}

/** Asks the database over a new connection, as a new process would. Rejects if that fails. */
async function askAnew(database: DbLocation): Promise<void> {
  const { db, close } = await connect(database, { connections: 1, migrate: false });
  await takesWrites(db).finally(close);
}

start().catch((error: unknown) => {
  console.error(explainStart(error) ?? withoutParameters(error));
  process.exitCode = 1;
});
