/** The columns of a call by which its token's wrong guesses are looked up, with the default limits. */
export const guessesOfToken = (tokenId = 1) => ({
  guessSubject: `guesses token:${tokenId}`,
  guessStore: `guesses token:${tokenId} store `,
  guessMost: 60,
  guessMostInAll: 60,
});

/** The same columns of a call that sends no code. */
export const withoutGuesses = {
  guessSubject: null,
  guessStore: null,
  guessMost: null,
  guessMostInAll: null,
} as const;
