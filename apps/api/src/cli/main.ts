import { readEnv } from "../env.ts";
import { runCommand } from "./run-command.ts";

// the reader of an export may close the pipe early
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(1);
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: () => readEnv(),
  out: process.stdout,
  err: process.stderr,
});
