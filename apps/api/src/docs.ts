import { randomBytes } from "node:crypto";
import { openApiText } from "@stampbook/router/documents";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { version } from "./version.ts";

/**
 * Serves `/openapi.json`, which the router generates, and `/docs`, a page to read it and to try calls with a
 * token. The page loads everything from this server. Its Content-Security-Policy allows no other host.
 */
export function mountDocs(app: FastifyInstance) {
  let openApi: readonly string[] | undefined;
  app.get("/openapi.json", (request, reply) => {
    // made at the first request, so that a start does not spend 0.2 s of processor time on it
    openApi ??= openApiText({ version, server: { url: SERVER } }).split(SERVER);
    return reply.type("application/json; charset=utf-8").send(openApi.join(serverOf(request)));
  });
  app.register(async (scope) => {
    // the library is four megabytes, so it is loaded when the app starts, not with this module
    const { default: reference } = await import("@scalar/fastify-api-reference");
    // the library puts the same nonce into every page, so each response replaces it with a new one
    const placeholder = newNonce();
    const policy = (nonce: string) =>
      [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; ");
    scope.addHook("onSend", async (_request, reply, payload) => {
      const nonce = newNonce();
      reply.header("content-security-policy", policy(nonce));
      const isPage = String(reply.getHeader("content-type")).startsWith("text/html");
      return isPage && typeof payload === "string"
        ? payload.replaceAll(placeholder, nonce)
        : payload;
    });
    scope.register(reference, {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        cdn: "/docs/js/scalar.js",
        nonce: placeholder,
        pageTitle: "Stampbook",
        authentication: { preferredSecurityScheme: "bearer" },
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: "never",
        agent: { disabled: true },
        mcp: { disabled: true },
        // the page forgets a token when it is closed
        persistAuth: false,
      },
    });
  });
}

/** Stands for the server's address in the document, until a request says it. */
const SERVER = "server://address";

/**
 * The address under which the client reached this server, so that the calls that `/docs` shows work when they
 * are pasted. A host that could break out of the document is replaced by a relative address.
 */
function serverOf({ protocol, host }: FastifyRequest): string {
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : "/";
}

// only letters and digits, so that it needs no escaping in a page
const newNonce = () => randomBytes(16).toString("hex");
