/** Public API of this folder, for the features. */
export { ancestorsOf, type AssignedTerm, hasAllAncestors, type Term, termLink } from './term.js';
export { TermsDataModule } from './terms-data.module.js';
