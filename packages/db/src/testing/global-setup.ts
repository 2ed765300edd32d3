import { connect } from "../connecting/connect.ts";
import { databaseAt, dropTemplate, uniqueName } from "./databases.ts";
import { createDatabase } from "./postgres.ts";
import { findServer, publishRun } from "./run.ts";

/** Vitest's global setup: one server and one migrated template for the whole run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { adminUrl, directory, stop } = await findServer();
  const template = uniqueName("template");
  try {
    await createDatabase(adminUrl, template);
    const open = await connect({ url: databaseAt(adminUrl, template) });
    await open.close();
  } catch (cause) {
    await stop();
    throw cause;
  }
  publishRun({ adminUrl, template, directory });
  return async () => {
    await dropTemplate(adminUrl, template);
    await stop();
  };
}
