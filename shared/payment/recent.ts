/** The most finished payments in Recent payments; payments that are open or wait for a person are not limited. */
export const recentLength = 30
