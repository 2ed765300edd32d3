import { fuzz } from "../fuzz/fuzz.ts";

fuzz({ leastOfEach: 6 });
