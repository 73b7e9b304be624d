/** Public API of this folder, for the features. */
export { parseScope, type TokenScope } from './token-scope.js';
export { TokensDataModule } from './tokens-data.module.js';
export { type IssuedTokens, type TokenRequest, TokensService } from './tokens.service.js';
