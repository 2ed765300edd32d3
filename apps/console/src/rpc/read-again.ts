/**
 * Options of a form's query. The query reads fresh data when the form opens, and does not reload the data
 * when the window gets the focus.
 */
export const readAgain = { staleTime: 0, refetchOnWindowFocus: false } as const;
