import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { alone } from "./alone.mjs";

const folder = mkdtempSync(join(tmpdir(), "stampbook-alone-"));
after(() => rmSync(folder, { recursive: true }));
const lock = join(folder, ".install.lock");
const notSaid = { onWait: assert.fail, stopped: () => 0 };

function startIdle() {
  return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
}

async function heldBy(id) {
  writeFileSync(lock, String(id));
  const owners = [];
  const look = async () => owners.push(Number(readFileSync(lock, "utf8")));
  await alone(lock, look, notSaid);
  assert.deepEqual(owners, [process.pid]);
  assert.deepEqual(readdirSync(folder), []);
}

test("a lock that a process left which is gone is taken", async () => {
  const gone = startIdle();
  gone.kill("SIGKILL");
  await once(gone, "exit");
  await heldBy(gone.pid);
});

test("so is one that a killed process left which had our own id", () => heldBy(process.pid));

test("so is one that holds no id", () => heldBy(""));

test("who waits says for whom, and goes on when that process has ended", async () => {
  const other = startIdle();
  writeFileSync(lock, String(other.pid));
  const told = [];
  const onWait = (owner) => {
    told.push(owner);
    other.kill("SIGKILL");
  };
  const done = await alone(lock, async () => "done", { onWait, stopped: () => 0, sayAfterMs: 0 });
  assert.deepEqual([done, told], ["done", [other.pid]]);
});

test("F7: a lock whose id is another process's by now, as after a reboot, is taken when nobody touches it", async () => {
  const other = startIdle();
  writeFileSync(lock, String(other.pid));
  const done = await alone(lock, async () => "done", {
    onWait: () => {},
    stopped: () => 0,
    goneAfterMs: 50,
  });
  assert.equal(done, "done");
  other.kill("SIGKILL");
});

test("F7: a lock is touched again and again, however long the work is", async () => {
  let end = () => {};
  const long = alone(
    lock,
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
    notSaid,
  );
  const before = statSync(lock).mtimeMs;
  const deadline = performance.now() + 60_000;
  while (statSync(lock).mtimeMs === before) {
    assert.ok(performance.now() < deadline, "its owner touches it");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  end();
  await long;
  assert.equal(existsSync(lock), false);
});

test("the lock is left where the work fails", async () => {
  await assert.rejects(
    alone(lock, () => Promise.reject(new Error("broken")), notSaid),
    /broken/,
  );
  assert.equal(existsSync(lock), false);
});
