/** Public API of this folder, for the features. */
export { recountTerms } from './term-counts.store.js';
export {
  ancestorsOf,
  type AssignedTerm,
  frontOf,
  hasAllAncestors,
  rootOf,
  type Term,
  termLink,
  type TermNode,
} from './term.js';
export { TermsDataModule } from './terms-data.module.js';
export { TermsStore } from './terms.store.js';
