/** Public API of this folder, for the features. */
export { AddressesDataModule } from './addresses-data.module.js';
export { AddressesModule } from './addresses.module.js';
export { AddressesService } from './addresses.service.js';
export {
  type ArchiveAddress,
  ArchiveAddressesService,
  type ArchiveTarget,
  inLanguage,
  postsPerPage,
  PUBLISHED,
} from './archive-addresses.service.js';
export { EntryAddressesService, frontPageOf, isMoved, isPlainLinkTo, originOf } from './entry-addresses.service.js';
export { FormerAddressesService, type RedirectTarget } from './former-addresses.service.js';
