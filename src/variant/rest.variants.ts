/** How requests and responses differ between the variants. */
export interface RestDialect {
  /**
   * `_fields` limits the fields of responses. `nested`: it can select nested fields (`title.rendered`), links are
   * included only if selected, and `_embed` can list the relations to embed.
   */
  readonly fieldSelection: 'none' | 'fields' | 'nested';
  /** Maximum number of items of an embedded list. */
  readonly embeddedListLength: number;
  /**
   * Links to items list the methods the requester may use (`targetHints`), and after a write, Allow judges reads as in
   * the edit context.
   */
  readonly hintsMethods: boolean;
  /** The index and the settings include the front page, logo and icon; the index also where applications are authorized. */
  readonly describesSite: boolean;
  /** The index and OPTIONS show all keywords of schemas, with titles. */
  readonly describesAllKeywords: boolean;
  /** Errors about arguments include the code and data of the violated rule, and report every invalid value. */
  readonly detailsInvalidArguments: boolean;
  /** Links of routes in the index are lists. */
  readonly listsRouteLinks: boolean;
  /** Bodies of the media types `application/*+json` are JSON, and an empty `_jsonp` counts as absent. */
  readonly lenientRequests: boolean;
  /** Value of `$schema` in OPTIONS responses. */
  readonly jsonSchema: string;
  /** A permission check that returns false responds with 401 to anonymous requests; otherwise always with 403. */
  readonly unauthorizedForAnonymous: boolean;
  /**
   * `current`: HTTP Basic with wrong credentials makes the request anonymous instead of being refused, passwords whose
   * hash is marked `$H$`, as phpBB writes them, are refused, and responses to authenticated requests may not be stored.
   */
  readonly authentication: 'wp4' | 'wp7';
  /**
   * A meta value that equals the stored one needs no permission, and null does not delete a stored value that does not
   * match its schema.
   */
  readonly comparesStoredMeta: boolean;
  /** The REST root for sites without pretty permalinks. */
  readonly plainRoot: string;
}

/** How argument values are validated, and the wording of errors. */
export interface ArgDialect {
  /** Type `object` is validated and sanitized. */
  readonly checksObjects: boolean;
  /** One-sided limits are worded with "or equal to" instead of "(inclusive)". */
  readonly shortRangeMessages: boolean;
  /** `oneOf`, `anyOf`, lists of types and the type `null` apply. */
  readonly supportsAlternatives: boolean;
  /** Lengths, patterns, multiples, numbers of items and unique items are checked. */
  readonly checksSizes: boolean;
  /** Objects must have their required properties, and those that are not declared match `additionalProperties`. */
  readonly checksProperties: boolean;
  /** All formats are checked, not only dates, email and IP addresses. */
  readonly checksAllFormats: boolean;
  /**
   * `wp7`: the type is checked before the enum, whose values are compared as values of that type, and issues have codes
   * and the name of the argument.
   */
  readonly issues: 'wp4' | 'wp7';
  /**
   * `wp7`: blanks around numbers and empty parts of lists are ignored, an empty text is an empty object, null is not a
   * list, and a list given for a text with a format is an empty text.
   */
  readonly conversion: 'wp4' | 'wp7';
  /** Rules by which URLs are cleaned. */
  readonly urls: 'wp4' | 'wp7';
  /** For values that WordPress does not know: the formats `date` and `time` are checked, missing properties have their own path. */
  readonly isOwn?: boolean;
}

export const REST_A: RestDialect = {
  fieldSelection: 'fields',
  embeddedListLength: 10,
  hintsMethods: false,
  describesSite: false,
  describesAllKeywords: false,
  detailsInvalidArguments: false,
  listsRouteLinks: false,
  lenientRequests: false,
  jsonSchema: 'http://json-schema.org/draft-04/schema#',
  unauthorizedForAnonymous: true,
  authentication: 'wp4',
  comparesStoredMeta: false,
  plainRoot: '/index.php',
};

export const REST_B: RestDialect = {
  ...REST_A,
  fieldSelection: 'none',
  jsonSchema: 'http://json-schema.org/schema#',
  unauthorizedForAnonymous: false,
  plainRoot: '/',
};

export const WP4_ARGS: ArgDialect = {
  checksObjects: true,
  shortRangeMessages: true,
  supportsAlternatives: false,
  checksSizes: false,
  checksProperties: false,
  checksAllFormats: false,
  issues: 'wp4',
  conversion: 'wp4',
  urls: 'wp4',
};

export const WP7_ARGS: ArgDialect = {
  ...WP4_ARGS,
  supportsAlternatives: true,
  checksSizes: true,
  checksProperties: true,
  checksAllFormats: true,
  issues: 'wp7',
  conversion: 'wp7',
  urls: 'wp7',
};

/** For what is declared in code, which has no behaviour of WordPress to keep: whole schemas are checked in every variant. */
export function ownArgs(dialect: ArgDialect): ArgDialect {
  const checks = { checksObjects: true, checksSizes: true, checksProperties: true, checksAllFormats: true };
  return { ...dialect, ...checks, isOwn: true };
}

export const ARGS_B: ArgDialect = { ...WP4_ARGS, checksObjects: false, shortRangeMessages: false };
