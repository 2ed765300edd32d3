/** Returns the server's environment: no secret of this process, and no locale that the machine may lack. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, NODE_ENV } = process.env;
  return { PATH, SystemRoot, TEMP, NODE_ENV, LC_ALL: "C" };
}

/** Returns the environment of PostgreSQL's client programs: no secret of this process. */
export function clientEnvironment(): NodeJS.ProcessEnv {
  const { HOME, TMPDIR, PGPASSFILE } = process.env;
  return { ...serverEnvironment(), HOME, TMPDIR, PGPASSFILE };
}
