import { randomBytes } from "node:crypto";
import { documents } from "@stampbook/router/documents";
import type { FastifyInstance } from "fastify";

/**
 * `/openapi.json`, as the router says it, and `/docs`: a page to read it and to try calls with a
 * token. The page gets everything from here; its policy forbids it any other host.
 */
export function mountDocs(app: FastifyInstance) {
  const { "openapi.json": openApi } = documents();
  app.get("/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(openApi),
  );
  app.register(async (scope) => {
    // four megabytes, for whoever opens the page
    const { default: reference } = await import("@scalar/fastify-api-reference");
    // the library writes one nonce into every page, so each answer gets its own in its place
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
        // a token stays on the page that it was typed into
        persistAuth: false,
      },
    });
  });
}

// only letters and digits, so that it stands in a page as it is
const newNonce = () => randomBytes(16).toString("hex");
