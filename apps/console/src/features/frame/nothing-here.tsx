import { readLocale } from "../../messages/locale.ts";

/** For an address that leads to nothing: that it does, why it may, and a way on. */
export async function NothingHere() {
  const { messages } = await readLocale();
  const { title, advice, back } = messages.notFound;
  return (
    <>
      <h1>{title}</h1>
      <p>{advice}</p>
      {/* comes with every page, which need not carry a router's link for it */}
      <a href="/till">{back}</a>
    </>
  );
}
