/** Returns the server's environment: no secret of this process, and no locale that the machine may lack. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, NODE_ENV } = process.env;
  return { PATH, SystemRoot, TEMP, NODE_ENV, LC_ALL: "C" };
}
