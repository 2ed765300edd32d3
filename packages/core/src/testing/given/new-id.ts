/** Ids of `newId` are above this number. Operations count ids from 1, so the two kinds never collide. */
const GIVEN_IDS = 1_000_000;

let lastId = GIVEN_IDS;

/** Returns a new id, different from all earlier ones of this process. */
export const newId = () => ++lastId;
