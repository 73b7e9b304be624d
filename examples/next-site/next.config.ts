import { type NextConfig } from 'next';

// As the permalinks of the site end.
export default { trailingSlash: true } satisfies NextConfig;
