/** A computer without a proxy. */
export const directly = async () => 'DIRECT'
