import {
  BadDump,
  CannotRestore,
  DatabaseInUse,
  DatabaseTooOld,
  isDatabaseError,
  isOverload,
  MigrationsWait,
  NoBinaries,
  NoServer,
  RootRefused,
  ServerFailed,
  UnusableDirectory,
  withoutParameters,
} from "@stampbook/db";
import { BadSettings } from "./env.ts";

type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

/** Errors whose own message says what to do. */
const known = [
  BadDump,
  BadSettings,
  DatabaseInUse,
  DatabaseTooOld,
  MigrationsWait,
  NoBinaries,
  CannotRestore,
  RootRefused,
  ServerFailed,
  UnusableDirectory,
];

/** What to do when a server or a pooler answers with a refusal, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  "08P01":
    "These are a pooler's words: its pool_mode must be transaction or session, it must know the user and the database, and DATABASE_URL may set nothing else.",
  "28000":
    "Correct the user in DATABASE_URL, or let it connect from this machine in pg_hba.conf. If the server wants encryption, add ?sslmode=verify-full to DATABASE_URL.",
  "28P01": "Correct the user and password in DATABASE_URL.",
  "3D000": "Create it, or correct the name in DATABASE_URL.",
  "57014":
    "The role's statement_timeout ended it. If this was a migration behind a pooler, run `stampbook migrate` with the database's own address.",
  "42501":
    "The role in DATABASE_URL lacks that right: grant it, or run `stampbook migrate` as the role that owns the tables.",
};

/** Explains a failed start to the person who starts the process; undefined if the failure is unknown. */
export function explainStart(failure: unknown): string | undefined {
  const error = withoutParameters(failure);
  if (!(error instanceof Error)) return undefined;
  if (known.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof NoServer)
    return `${error.message} Start or promote the one to use, or correct DATABASE_URL.`;
  const refusal = isDatabaseError(error) ? refusals[error.code] : undefined;
  if (refusal) return `The database refuses: ${error.message}. ${refusal}`;
  if (isOverload(error))
    return `The database does not answer: ${error.message}. Is DATABASE_URL right, and the server up?`;
  const { code, port, address, path }: SystemError = error;
  if (code === "EADDRINUSE" && port)
    return `Port ${port} is in use. Stop what listens there, or set API_PORT or METRICS_PORT to another one.`;
  if ((code === "EACCES" || code === "EPERM") && path)
    return `This user may not use ${path}. Start as the user that owns it, or set STAMPBOOK_DATA to another directory.`;
  if (code === "EADDRNOTAVAIL" && port)
    return `This machine has no address ${address}. Set API_HOST or METRICS_HOST to one that it has.`;
  return undefined;
}
