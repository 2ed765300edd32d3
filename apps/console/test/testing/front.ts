import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { createProxyServer } from "httpxy";

/** The ports of the proxy and of its targets. */
export type FrontPorts = {
  readonly front: string;
  readonly console: string;
  readonly api: string;
  /** The second API process. By default, the first one stands for both. */
  readonly otherApi?: string;
  /** Where nginx listens for the console's own calls. */
  readonly inner: string;
};

type Files = { readonly cert: string; readonly key: string };

const configuration = new URL("../../../../deploy/nginx.conf", import.meta.url);
const usual = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"];
/** `NGINX_PATH=none` uses the suite's own proxy even if nginx is installed. */
const nginx = [process.env.NGINX_PATH || usual].flat().find(existsSync);
export const hasNginx = nginx !== undefined;

/** Where nginx listens in place of its port 80, which may be in use. */
export const plainSocket = (home: string) => join(home, "nginx", "plain.sock");

/** Starts TLS in front of both processes: the system's nginx, else the suite's own proxy. Prints which. */
export function startFront(home: string, ports: FrontPorts, files: Files): ChildProcess | null {
  if (nginx) return startNginx(nginx, home, ports, files);
  startOwn(ports, files);
  console.log("TLS in front: a proxy of the suite's own");
  return null;
}

/** Runs `deploy/nginx.conf`, with this run's ports and files. */
function startNginx(program: string, home: string, ports: FrontPorts, { cert, key }: Files) {
  const prefix = join(home, "nginx");
  const replaced = [
    ["listen 80;", `listen unix:${plainSocket(home)};`],
    ["listen 127.0.0.1:4100;", `listen 127.0.0.1:${ports.inner};`],
    ["listen 443 ssl", `listen 127.0.0.1:${ports.front} ssl`],
    ["/etc/ssl/stamps.example.com.pem", cert],
    ["/etc/ssl/stamps.example.com-key.pem", key],
    ["/var/log/nginx/stampbook.log", join(prefix, "access.log")],
    ["127.0.0.1:4000", `127.0.0.1:${ports.api}`],
    ["127.0.0.1:4001", `127.0.0.1:${ports.otherApi ?? ports.api}`],
    ["127.0.0.1:3000", `127.0.0.1:${ports.console}`],
  ].reduce(
    (text, [from = "", to = ""]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not say ${from}`);
      return text.replace(from, to);
    },
    readFileSync(configuration, "utf8"),
  );
  mkdirSync(prefix);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${prefix}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(prefix, "nginx.conf"),
    `${user} daemon off; worker_processes 1; pid ${prefix}/pid; error_log stderr crit;
    events { worker_connections 512; }
    http { access_log off; ${temporary.join(" ")} ${replaced} }`,
  );
  const version = spawnSync(program, ["-v"], { encoding: "utf8" }).stderr.trim();
  console.log(`TLS in front: ${version.replace(/^nginx version: /, "")} (${program})`);
  const args = ["-p", prefix, "-c", join(prefix, "nginx.conf"), "-e", "stderr"];
  return spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
}

/** Starts a proxy that sets the same headers as the nginx configuration. */
function startOwn(ports: FrontPorts, { cert, key }: Files) {
  const proxy = createProxyServer();
  proxy.on("error", (_error, _request, response) => response?.destroy());
  createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    const before = request.headers["x-forwarded-for"];
    const own = request.socket.remoteAddress ?? "";
    request.headers["x-forwarded-for"] = before ? `${before}, ${own}` : own;
    request.headers["x-forwarded-proto"] = "https";
    const isForPos = /^\/(api\/|docs|openapi\.json)/.test(request.url ?? "");
    const target = `http://127.0.0.1:${isForPos ? ports.api : ports.console}`;
    proxy.web(request, response, { target }).catch(() => {});
  }).listen(Number(ports.front), "127.0.0.1");
}
