/** The most finished sales in Recent payments; sales that are open or wait for a person are not limited. */
export const recentLength = 30
