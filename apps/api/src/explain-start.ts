import { DatabaseInUse, withoutParameters } from "@stampbook/db";
import { BadSettings } from "./env.ts";
import { isOverload } from "./overload.ts";

type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

/** What whoever starts a process can do about its failure; undefined where that is not known. */
export function explainStart(failure: unknown): string | undefined {
  const error = withoutParameters(failure);
  if (!(error instanceof Error)) return undefined;
  if (error instanceof BadSettings || error instanceof DatabaseInUse) return error.message;
  if (isOverload(error))
    return `The database does not answer: ${error.message}. Is DATABASE_URL right, and the server up?`;
  const { code, port, address }: SystemError = error;
  if (code === "EADDRINUSE" && port)
    return `Port ${port} is in use. Stop what listens there, or set API_PORT to another one.`;
  if (code === "EADDRNOTAVAIL" && port)
    return `This machine has no address ${address}. Set API_HOST to one that it has.`;
  return undefined;
}
