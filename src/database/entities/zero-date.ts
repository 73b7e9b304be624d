/** How the schema says 'no date'. */
export const ZERO_DATE = '0000-00-00 00:00:00';
