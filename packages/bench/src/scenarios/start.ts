import { median } from "../numbers.ts";
import { cloneRepository } from "../stage/npm-start.ts";
import { openStage } from "../stage/stage.ts";
import type { Figure, Scenario } from "../types.ts";

const STARTS = 5;
const seconds = (ms: number) => ms / 1_000;

/** Times three starts: `npm start` in a fresh clone, `npm start` there again, and the API in production. */
export const start: Scenario = {
  name: "start",
  title:
    "npm start in a fresh clone to the first redemption, again, and the API alone on PostgreSQL",
  group: "usual",
  open: async () => {
    const stage = await openStage();
    const clone = cloneRepository();
    return {
      contestants: [],
      comparisons: [],
      figures: async (): Promise<Figure[]> => {
        const alone: number[] = [];
        for (let at = 0; at < STARTS; at++) {
          const api = await stage.startApi();
          alone.push(seconds(api.startedMs));
          await api.stop();
        }
        const cold = seconds(await clone.start());
        const warm = seconds(await clone.start());
        return [
          { name: "cold npm start", value: cold, unit: "s", goal: { atMost: 60 } },
          { name: "warm npm start", value: warm, unit: "s", goal: { atMost: 8 } },
          { name: "API alone", value: median(alone), unit: "s", goal: { atMost: 0.6 } },
        ];
      },
      prove: async () => [],
      close: async () => {
        clone.remove();
        await stage.close();
      },
    };
  },
};
