import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A clock tick, the unit of times in /proc: a hundredth of a second on every Linux that Node runs on. */
const TICK_US = 10_000;
const KIB = 1024;

type Stat = { readonly parent: number; readonly own: number; readonly ofDead: number };

/** A process's processor time so far, in microseconds; null without /proc, or if the process has ended. */
export function cpuOf(pid: number): number | null {
  const stat = readStat(pid);
  return stat?.own ?? null;
}

/**
 * Processor time of a process and its children, including ended ones, in microseconds; null as for `cpuOf`.
 */
export function cpuOfFamily(pid: number): number | null {
  for (;;) {
    const head = readStat(pid);
    if (!head) return null;
    const children = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readStat(Number(name)))
      .filter((stat) => stat?.parent === pid);
    // start again, because a child that ended meanwhile would be counted twice or not at all
    if (readStat(pid)?.ofDead !== head.ofDead) continue;
    return children.reduce((sum, child) => sum + (child?.own ?? 0), head.own + head.ofDead);
  }
}

/**
 * A process's resident memory in bytes: current and maximum. Without /proc, both are the current value, as
 * reported by `ps`. Null if neither /proc nor `ps` reports the process.
 */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) * KIB;
    return { now: field("VmRSS"), most: field("VmHWM") };
  } catch {
    return byPs(pid);
  }
}

function byPs(pid: number) {
  try {
    const kib = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
    return { now: Number(kib) * KIB, most: Number(kib) * KIB };
  } catch {
    return null;
  }
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the second field is a name in parentheses, which may contain blanks
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (field: number) => Number(fields[field]) * TICK_US;
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ofDead: ticks(13) + ticks(14) };
  } catch {
    return null;
  }
}
