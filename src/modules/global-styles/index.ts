/** Public API of this folder, for the features. */
export { type GlobalStyles, GlobalStylesStore } from './global-styles.store.js';
