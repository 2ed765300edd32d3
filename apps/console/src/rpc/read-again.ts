/**
 * Options of a form's query. The query reads its data again when the form opens, and not when the window gets
 * the focus. Another query of the same data on the page may still do that.
 */
export const readAgain = { staleTime: 0, refetchOnWindowFocus: false } as const;
