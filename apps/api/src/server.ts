import { mailSpentBudgets } from "@stampbook/core/access";
import { triesDecided } from "@stampbook/core/credentials";
import { endLevels } from "@stampbook/core/levels";
import { createSecrets } from "@stampbook/core/secrets";
import { connect, type DbLocation, takesWrites, withoutParameters } from "@stampbook/db";
import { openPort } from "@stampbook/edge/open-port";
import { createApp } from "./app.ts";
import { runBackgroundJobs } from "./background-jobs.ts";
import { createCore } from "./core.ts";
import { startDelivery } from "./delivery/dispatcher.ts";
import { deliveryNotes } from "./delivery/notes.ts";
import { createSenders } from "./delivery/senders.ts";
import { embeddedInProduction, readEnv } from "./env.ts";
import { expiryJob } from "./expiry-job.ts";
import { explainStart } from "./explain-start.ts";
import { firstStart } from "./first-start.ts";
import { keepHouse } from "./housekeeping.ts";
import { renewCertificate } from "./http/renew-certificate.ts";
import { nobodyBringsHttps, readCertificate } from "./http/tls.ts";
import { bufferedOutput } from "./logging.ts";
import { checkKeys, unknownKeyLog } from "./running/check-keys.ts";
import { handleExits } from "./running/exits.ts";
import { letHashesGiveWay } from "./running/thread-priority.ts";
import { secretKeysOf } from "./secret-key.ts";

/**
 * How often to look for spent budgets: limits, such as of messages in a day, that are used up. The merchant's
 * owners get a mail about them.
 */
const BUDGET_MAILS_EVERY_MS = 60_000;

/** How often to check whether a merchant's day has ended, so that stamps expire and levels end. */
const NIGHTLY_EVERY_MS = 60_000;

async function start() {
  const env = readEnv();
  const certificate = env.tls && readCertificate(env.tls);
  const secrets = createSecrets(secretKeysOf(env), {
    onUnknownKey: (keyId) => noteUnknownKey(keyId),
  });
  const open = await connect(env.database, {
    ...env.pool,
    isApi: true,
    onWait: (says) => console.error(says),
  });
  const core = createCore(open, secrets);
  const app = createApp(core, {
    requireHttps: env.requireHttps,
    trustedProxies: env.trustedProxies,
    certificate,
    calls: env.calls,
    pool: { load: open.load, waitedMs: open.waitedMs, askAnew: () => askAnew(env.database) },
    hasMail: env.delivery.email !== null,
    closeDatabase: open.close,
    log: { level: env.logLevel, stream: bufferedOutput() },
    console: {
      publicUrl: env.publicUrl,
      secureCookies: env.production || env.publicUrl.startsWith("https:"),
      secret: env.consoleSecret,
    },
  });
  const noteUnknownKey = unknownKeyLog(app.log);
  // starts after the demo is loaded, so that it takes no time from the first start
  const startBackground = () => {
    const leaveHouse = keepHouse(core, (error, chore) =>
      app.log.warn(error, `old ${chore} were not forgotten`),
    );
    const endJobs = runBackgroundJobs(core, (error) => app.log.warn(error, "a job stopped"));
    const endNews = runBackgroundJobs(
      core,
      (error) => app.log.warn(error, "owners were not told of a limit"),
      BUDGET_MAILS_EVERY_MS,
      mailSpentBudgets,
    );
    const endExpiry = runBackgroundJobs(
      core,
      (error) => app.log.warn(error, "expired stamps were not all taken"),
      NIGHTLY_EVERY_MS,
      expiryJob(app.log),
    );
    const endEnded = runBackgroundJobs(
      core,
      (error) => app.log.warn(error, "levels that have ended were not all looked at"),
      NIGHTLY_EVERY_MS,
      endLevels,
    );
    const delivery = startDelivery(core, createSenders(env.delivery), deliveryNotes(app.log));
    const ends = [leaveHouse, endJobs, endNews, endExpiry, endEnded, delivery.stop];
    return () => Promise.all(ends.map((end) => end()));
  };
  let stopBackground: ReturnType<typeof startBackground> | undefined;
  const renewal = env.tls && certificate && renewCertificate(app, env.tls, certificate);
  if (renewal) process.on("SIGHUP", renewal.look);
  let isClosing = false;
  app.addHook("onClose", async () => {
    isClosing = true;
    renewal?.stop();
    await Promise.all([stopBackground?.(), triesDecided(open.db)]);
  });
  handleExits(app, { delayMs: env.shutdownDelayMs, deadlineMs: env.calls.deadlineMs });
  try {
    await checkKeys(core, app.log, env);
    await letHashesGiveWay();
    const place = { host: env.apiHost, port: env.apiPort };
    const heard = await openPort(app.server, place, (options) => app.listen(options));
    const address = certificate ? heard.replace(/^http:/, "https:") : heard;
    const addresses = { console: env.publicUrl, api: address };
    const print = (lines: readonly string[]) => console.log(lines.join("\n"));
    const onIncomplete = (error: unknown) =>
      app.log.warn(error, "the demo's history is incomplete");
    if (env.production) print([`API: ${address}`]);
    else await firstStart(core, addresses, { print, onIncomplete });
    if (!isClosing) stopBackground = startBackground();
    if (env.production && "directory" in env.database) console.error(embeddedInProduction);
    if (env.requireHttps && !certificate && !env.trustedProxies.length)
      console.error(nobodyBringsHttps);
  } catch (cause) {
    await app.close();
    throw cause;
  }
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
