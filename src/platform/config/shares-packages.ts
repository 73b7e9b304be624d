/** Tracing libraries and tests load modules first that change packages. */
const PRELOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)\b/;

/**
 * Whether other code in this process uses the packages of the service: preloaded modules, or modules of the site, which import
 * Nest and TypeORM themselves and need the same classes.
 */
export function sharesPackages(): boolean {
  const { NODE_OPTIONS = '', NESTPRESS_MODULES } = process.env;
  return Boolean(NESTPRESS_MODULES) || PRELOADS.test([...process.execArgv, NODE_OPTIONS].join(' '));
}
