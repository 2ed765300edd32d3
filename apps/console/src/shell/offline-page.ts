import type en from "../messages/en.json";
import { grounds } from "../ui/brand/grounds.ts";

const colors = (
  { page, surface }: { readonly page: string; readonly surface: string },
  [line, ink, quiet, accent]: readonly string[],
) =>
  `--page:${page};--surface:${surface};--line:${line};--ink:${ink};--quiet:${quiet};--accent:${accent}`;
const light = colors(grounds.light, ["#dee2e6", "#1a1b1e", "#5c636a", "#3b5bdb"]);
const dark = colors(grounds.dark, ["#373a40", "#e9ecef", "#a6abb1", "#91a7ff"]);

/**
 * The style of the page, which looks like the console. It is inline, because the page loads no other file
 * than the mark.
 */
const style = `
:root{${light};color-scheme:light}
@media(prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark};color-scheme:dark}}
:root[data-scheme=dark]{${dark};color-scheme:dark}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:56px 1fr;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{display:flex;align-items:center;gap:10px;padding:0 14px;background:var(--surface);border-bottom:1px solid var(--line);font-weight:700}
main{display:grid;align-content:center;justify-items:center;gap:12px;padding:32px 16px 96px;text-align:center}
h1{margin:8px 0 0;font-size:1.375rem;font-weight:650}
p{max-width:44ch;margin:0;color:var(--quiet)}
button{min-height:44px;margin-top:8px;padding:0 16px;border:1px solid var(--accent);border-radius:8px;background:var(--surface);color:var(--accent);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/**
 * Sent as text, and run in the page. Applies the colors that were chosen on this device, and reloads once
 * the service answers.
 */
function comeBack(): void {
  const scheme = localStorage.getItem("mantine-color-scheme-value");
  if (scheme) document.documentElement.dataset.scheme = scheme;
  // Asks the service itself. The event `online` comes before the network works, and does not come if only the
  // service was away.
  const look = () =>
    fetch("/health", { cache: "no-store" }).then(
      ({ ok }) => ok && location.reload(),
      () => {},
    );
  window.addEventListener("online", look);
  setInterval(look, 3_000);
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("button")) location.reload();
  });
}

/** The page that the service worker shows at every address while there is no network. It shows no data. */
export function offlinePage(locale: string, words: (typeof en)["offline"], nonce: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} · Stampbook</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
<script nonce="${nonce}">(${comeBack})()</script>
</head>
<body>
<header><img src="/icon.svg" alt="" width="28" height="28"> Stampbook</header>
<main>
<h1>${words.title}</h1>
<p>${words.advice}</p>
<button type="button">${words.again}</button>
</main>
</body>
</html>`;
}
