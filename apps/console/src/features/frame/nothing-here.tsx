import { readLocale } from "../../messages/locale.ts";

/** For an unknown address: says so, gives possible reasons, and links back. */
export async function NothingHere() {
  const { messages } = await readLocale();
  const { title, advice, back } = messages.notFound;
  return (
    <>
      <h1>{title}</h1>
      <p>{advice}</p>
      {/* every page includes this, so it avoids the router's link component */}
      <a href="/till">{back}</a>
    </>
  );
}
