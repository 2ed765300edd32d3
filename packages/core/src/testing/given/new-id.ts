/** Ids are above this, and above the ids that the verbs count from 1, so that they never collide. */
export const GIVEN_IDS = 1_000_000;

let lastId = GIVEN_IDS;

/** An id that no other row of this process's tests has. */
export const newId = () => ++lastId;
