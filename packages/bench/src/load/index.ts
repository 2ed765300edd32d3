export { callOf, headersOf, TILLS } from "./call-of.ts";
export {
  type Answer,
  type Call,
  type Connection,
  openConnection,
} from "./connection.ts";
