/** In the environment of the first worker of a replacement: it prepares the database before it serves. */
export const FIRST_REPLACEMENT = 'NESTPRESS_FIRST_REPLACEMENT';

export const isFirstReplacement = (): boolean => process.env[FIRST_REPLACEMENT] === '1';
