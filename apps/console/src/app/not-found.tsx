import { readLocale } from "../messages/locale.ts";

export default async function NotFound() {
  const { messages } = await readLocale();
  const { title, back } = messages.notFound;
  return (
    <main style={{ padding: 32 }}>
      <h1>{title}</h1>
      {/* comes with every page, which need not carry a router's link for it */}
      <a href="/till">{back}</a>
    </main>
  );
}
