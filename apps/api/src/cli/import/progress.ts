import type { Writable } from "node:stream";
import { Presets, SingleBar } from "cli-progress";

/** Reports the progress of long work. */
export type Progress = {
  /** Starts a stage of `bytes` bytes. Call the returned function with the bytes done since its last call. */
  readonly start: (title: string, bytes: number) => (done: number) => void;
  readonly stop: () => void;
};

type Output = Writable & { readonly isTTY?: boolean };

const QUIET_MS = 10_000;

/** Shows a bar on a terminal, and prints an occasional line elsewhere. */
export function createProgress(to: Output): Progress {
  return to.isTTY ? barOn(to) : linesOn(to);
}

/** Reports nothing. */
export const silent: Progress = { start: () => () => {}, stop: () => {} };

function barOn(to: Output): Progress {
  let bar: SingleBar | undefined;
  return {
    start: (title, bytes) => {
      bar = new SingleBar(
        {
          stream: to,
          format: `${title} {bar} {percentage} %, {eta_formatted} to go`,
          hideCursor: true,
        },
        Presets.shades_classic,
      );
      bar.start(bytes, 0);
      return (done) => bar?.increment(done);
    },
    stop: () => bar?.stop(),
  };
}

/** Prints a line every ten seconds. Shorter work prints none. */
function linesOn(to: Output): Progress {
  return {
    start: (title, bytes) => {
      let sum = 0;
      let told = performance.now();
      return (done) => {
        sum += done;
        if (performance.now() - told < QUIET_MS) return;
        told = performance.now();
        to.write(`${title}: ${Math.floor((100 * sum) / Math.max(bytes, 1))} %\n`);
      };
    },
    stop: () => {},
  };
}
