import Link from "next/link";
import { readLocale } from "../messages/locale.ts";

export default async function NotFound() {
  const { messages } = await readLocale();
  const { title, back } = messages.notFound;
  return (
    <main style={{ padding: 32 }}>
      <h1>{title}</h1>
      <Link href="/till">{back}</Link>
    </main>
  );
}
