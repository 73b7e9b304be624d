/** Public API of this folder, for the features. */
export { autop } from './autop.js';
export { cleanKey, cleanTextField, cleanUsername } from './clean.js';
export { contrast, isHexColour, lowestContrast, mixed, READABLE, readableOn } from './contrast.js';
export { readCsv } from './csv.js';
export {
  dateFromGmt,
  formatDate,
  formatMysqlDate,
  gmtFromDate,
  mysqlToRfc3339,
  parseDate,
  parseRestDate,
  utcIsoText,
  utcText,
} from './dates.js';
export { isEmail } from './email.js';
export { decodeReferences } from './entities.js';
export {
  decodeSpecialCharacters,
  escapeAttribute,
  escapeHtml,
  escapeTextarea,
  namedToNumericEntities,
} from './escape.js';
export { isSameName } from './exact-match.js';
export { type Condition, isShown, isUnset } from './field-conditions.js';
export { splitHtml } from './html-tokens.js';
export { Html, htmlTag } from './html.js';
export { type JsonRecord, recordOf, textMembers, textOf, textsOf } from './json-values.js';
export { type Direction, directionOf, languageTag, nativeName } from './locales.js';
export { registeredMimeTypes } from './mime.js';
export { parsePhpQuery } from './php/php-query.js';
export { asList, isMap, type PhpMap, splitList, toText } from './php/php-values.js';
export { encodeUtf8, slugify, type SlugOptions } from './slug.js';
export { stripAllTags, stripTags } from './strip-tags.js';
export { texturize } from './texturize.js';
export { mapInTurns, WorkInTurns } from './turns.js';
export { cleanUrl, decodeUrlText, escapeUrl } from './urls.js';
