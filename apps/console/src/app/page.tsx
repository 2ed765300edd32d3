import { connection } from "next/server";
import { apiUrl } from "../env.ts";
import { type ApiState, readApiState } from "./api-state.ts";

const states: Record<ApiState, { title: string; advice: string }> = {
  answering: {
    title: "The API answers",
    advice: "POS systems and scripts can be served.",
  },
  unwell: {
    title: "The API answers, but is not well",
    advice: "It is starting, stopping or has lost its database. Its log says which.",
  },
  unreachable: {
    title: "The API is not reachable",
    advice:
      "Start it with `npm start`, or point API_URL to where it runs. Then load this page again.",
  },
};

export default async function Home() {
  await connection(); // asked at each visit, not once when the console is built
  const url = apiUrl();
  const state = await readApiState(url);
  const { title, advice } = states[state];
  return (
    <main>
      <h1>Stampbook console</h1>
      <p>
        The place where a merchant's staff look after customers, rewards, vouchers and bookings. It
        arrives with part 5; until then this page says whether the service behind it is up.
      </p>
      <section aria-labelledby="api" data-state={state}>
        <h2 id="api">{title}</h2>
        <p>{advice}</p>
        <p>
          Address: <code>{url}</code>
        </p>
      </section>
    </main>
  );
}
