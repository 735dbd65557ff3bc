/** So many sales that are over are listed beside what is open or waits for a person: a day has thousands. */
export const recentLength = 30
