import { execFileSync } from "node:child_process";

/** The user that runs PostgreSQL when this process is root. PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number };

/** This process is root, and cannot start PostgreSQL as another user. The message says what to do. */
export class RootRefused extends Error {
  override readonly name = "RootRefused";
  constructor(lacks: string) {
    super(
      `PostgreSQL does not run as root, and this machine has no ${lacks} to run it as another user. Start Stampbook as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

/** Returns the account for new data; undefined if this process is not root. Throws `RootRefused`. */
export function accountForData(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((option) =>
        Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: "pipe" })),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // this system has no such user
    }
  }
  throw new RootRefused("user `postgres` or `nobody`");
}

/**
 * Returns the command that runs a program as an account, or as this process's own user. On Linux the kernel
 * sends the program SIGINT when this process ends for any reason. Throws `RootRefused`.
 *
 * The account may enter every directory (CAP_DAC_OVERRIDE), because the checkout and the data may be in
 * root's home. `no_setuid_fixup` extends this to access(2), by which PostgreSQL checks its files.
 */
export function runAs(account: Account | undefined, program: string, args: readonly string[]) {
  if (!canSetPrivileges()) {
    if (account) throw new RootRefused("`setpriv` (util-linux)");
    return { file: program, args: [...args] };
  }
  const asAccount = account
    ? [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        "--clear-groups",
        "--securebits=+no_setuid_fixup",
        "--inh-caps=-all,+dac_override",
        "--ambient-caps=-all,+dac_override",
      ]
    : [];
  return { file: "setpriv", args: [...asAccount, "--pdeathsig=INT", program, ...args] };
}

let isAble: boolean | undefined;

/** Whether the machine has the `setpriv` of util-linux. That of BusyBox lacks the options. */
function canSetPrivileges(): boolean {
  if (isAble !== undefined) return isAble;
  try {
    const options = { stdio: "ignore" } as const;
    execFileSync("setpriv", ["--pdeathsig=INT", process.execPath, "--version"], options);
    isAble = process.platform === "linux";
  } catch {
    isAble = false;
  }
  return isAble;
}
