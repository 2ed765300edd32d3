/** A member who visits the demo's stores. */
export type Regular = {
  /** The Member ID. */
  readonly user: string;
  readonly store: number;
  readonly visitsAWeek: number;
};

type Person = readonly [name: string, gender: string, store: number, visitsAWeek: number];

const [KEMANG, LOSARI, JAYAPURA] = [32, 33, 34];
const FIRST_ID = 201;

const people: readonly Person[] = [
  ["Aditya Nugraha", "male", KEMANG, 4.5],
  ["Anisa Rahma", "female", KEMANG, 2],
  ["Arif Hidayat", "male", KEMANG, 1],
  ["Bagas Wicaksono", "male", KEMANG, 0.7],
  ["Bella Safira", "female", KEMANG, 1.5],
  ["Cahya Kirana", "female", KEMANG, 1],
  ["Daniel Hutapea", "male", KEMANG, 2.5],
  ["Dian Puspita", "female", KEMANG, 0.6],
  ["Farah Nabila", "female", KEMANG, 1],
  ["Galih Ramadhan", "male", KEMANG, 0.5],
  ["Hana Lim", "female", KEMANG, 3],
  ["Ika Yuliana", "female", KEMANG, 0.8],
  ["Intan Permatasari", "female", KEMANG, 0.4],
  ["Jessica Halim", "female", KEMANG, 1.2],
  ["Krisna Aryasa", "male", KEMANG, 0.5],
  ["Andi Makkasau", "male", LOSARI, 4],
  ["Daeng Rahmat", "male", LOSARI, 1.5],
  ["Hasna Tenri", "female", LOSARI, 2],
  ["Ilham Maulana", "male", LOSARI, 0.8],
  ["Irfan Basri", "male", LOSARI, 1],
  ["Laila Zahra", "female", LOSARI, 0.6],
  ["Marwah Syam", "female", LOSARI, 1.5],
  ["Mira Anindya", "female", LOSARI, 0.5],
  ["Novi Handayani", "female", LOSARI, 0.7],
  ["Agus Rumbiak", "male", JAYAPURA, 2.5],
  ["Elsye Wanimbo", "female", JAYAPURA, 1],
  ["Lukas Kogoya", "male", JAYAPURA, 0.6],
  ["Marlina Tabuni", "female", JAYAPURA, 1.5],
  ["Theo Imbiri", "male", JAYAPURA, 0.8],
  ["Yohana Ayomi", "female", JAYAPURA, 0.5],
];

/** The members that the demo has beside those of the example, with their ids. */
export const newMembers = people.map(([name, gender, store, visitsAWeek], index) => {
  const id = FIRST_ID + index;
  return { id, name, gender, store, visitsAWeek, user: `M0${id}` };
});

/** Members of the example who visit too. */
const known: readonly (readonly [user: string, store: number, visitsAWeek: number])[] = [
  ["M0101", KEMANG, 3],
  ["M0102", KEMANG, 1.5],
  ["M0111", KEMANG, 2],
  ["M0113", LOSARI, 2],
  ["M0115", LOSARI, 1],
  ["M0116", KEMANG, 1],
  ["M0118", JAYAPURA, 1],
  ["M0119", KEMANG, 2.5],
  ["M0124", LOSARI, 1],
];

export const regulars: readonly Regular[] = [
  ...newMembers,
  ...known.map(([user, store, visitsAWeek]) => ({ user, store, visitsAWeek })),
];
