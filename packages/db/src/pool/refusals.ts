/** The statement was not sent: too many already wait for a connection, or this one waited too long. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
  readonly code = "DATABASE_BUSY";
  constructor(reason: string) {
    super(
      `The statement was not sent: ${reason}. The database is too slow for what is asked of it.`,
    );
  }
}

/** The statement was not sent, because its caller stopped waiting. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
  readonly code = "CALLER_GONE";
  constructor() {
    super("The statement was not sent: its caller has gone.");
  }
}

/** The server did not answer in time, and its connection was closed. A write may have happened. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "DATABASE_SILENT";
  constructor(what: string) {
    super(`${what}; the connection was closed. Its host is away, or the server is frozen.`);
  }
}
