import { fuzz } from "../fuzz/fuzz.ts";

fuzz(0.4);
