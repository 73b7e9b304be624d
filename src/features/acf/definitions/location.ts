import { type LocationRule } from './definition.js';

/** What has fields, as location rules see it. */
export type Subject =
  | {
      readonly kind: 'post';
      readonly id: number;
      readonly type: string;
      readonly status: string;
      readonly parent: number;
      readonly template: string;
      /** Whether the theme has templates for its type. */
      readonly hasTemplates: boolean;
      readonly format: string;
      readonly hasChildren: boolean;
      /** Only attachments have one. */
      readonly mimeType?: string;
      /** Slugs of its terms with their taxonomies, as `category:news`. */
      readonly terms: ReadonlySet<string>;
    }
  | { readonly kind: 'term'; readonly taxonomy: string }
  | { readonly kind: 'user'; readonly roles: readonly string[] }
  | { readonly kind: 'comment'; readonly postType: string }
  | { readonly kind: 'options'; readonly page: string };

/** The requester and the site. */
export interface LocationContext {
  readonly requester: {
    readonly isAnonymous: boolean;
    readonly roles: readonly string[];
    can(capability: string): boolean;
  };
  readonly pageOnFront: number;
  readonly pageForPosts: number;
}

/** What rules look at besides the columns of an entry. */
export interface LocationNeeds {
  readonly template: boolean;
  /** Taxonomies whose terms rules name, and the format. */
  readonly taxonomies: readonly string[];
  readonly children: boolean;
  /** Whether rules look at who sends the request. */
  readonly requester: boolean;
}

type Match = (subject: Subject, context: LocationContext) => boolean | undefined;
type Post = Extract<Subject, { kind: 'post' }>;

const ofPost =
  (match: (post: Post, value: string, context: LocationContext) => boolean) =>
  (value: string): Match =>
  (subject, context) =>
    subject.kind === 'post' ? match(subject, value, context) : undefined;

const isAnyOr = (value: string, actual: string) => value === 'all' || value === actual;

/** Undefined where a rule is about something else: then it does not match, negated or not. */
const RULES: ReadonlyMap<string, (value: string) => Match> = new Map(
  Object.entries<(value: string) => Match>({
    post_type: ofPost(({ type }, value) => isAnyOr(value, type)),
    post: ofPost(({ id }, value) => String(id) === value),
    page: ofPost(({ id }, value) => String(id) === value),
    post_status: ofPost(({ status }, value) => isAnyOr(value, status)),
    post_format: ofPost(({ format }, value) => isAnyOr(value, format)),
    post_category: ofPost(({ terms }, value) => terms.has(termName(value))),
    post_taxonomy: ofPost(({ terms }, value) => terms.has(value)),
    page_parent: ofPost(({ parent }, value) => String(parent) === value),
    page_template: (value) => (subject) =>
      subject.kind === 'post' && subject.type === 'page' ? isAnyOr(value, subject.template || 'default') : undefined,
    post_template: (value) => (subject) =>
      subject.kind === 'post' && subject.hasTemplates ? isAnyOr(value, subject.template || 'default') : undefined,
    page_type: ofPost((post, value, { pageOnFront, pageForPosts }) => {
      switch (value) {
        case 'front_page':
          return post.id === pageOnFront;
        case 'posts_page':
          return post.id === pageForPosts;
        case 'top_level':
          return post.parent === 0;
        case 'child':
          return post.parent > 0;
        default:
          return value === 'parent' && post.hasChildren;
      }
    }),
    attachment: (value) => (subject) => {
      if (subject.kind !== 'post' || subject.type !== 'attachment') return undefined;
      return value === 'all' || value === subject.mimeType || value === subject.mimeType?.split('/')[0];
    },
    taxonomy: (value) => (subject) => (subject.kind === 'term' ? isAnyOr(value, subject.taxonomy) : undefined),
    // The REST API has no forms.
    user_form: () => (subject) => (subject.kind === 'user' ? true : undefined),
    user_role: (value) => (subject) =>
      subject.kind === 'user' ? value === 'all' || subject.roles.includes(value) : undefined,
    comment: (value) => (subject) => (subject.kind === 'comment' ? isAnyOr(value, subject.postType) : undefined),
    options_page: (value) => (subject) => (subject.kind === 'options' ? value === subject.page : undefined),
    current_user:
      (value) =>
      (_subject, { requester }) =>
        value === 'logged_in' ? !requester.isAnonymous : value === 'viewing_front',
    current_user_role:
      (value) =>
      (_subject, { requester }) =>
        value === 'super_admin' ? requester.can('delete_users') : requester.roles.includes(value),
  }),
);

/** A rule on a category may name its taxonomy or not. */
function termName(value: string): string {
  return value.includes(':') ? value : `category:${value}`;
}

/** Whether the rules of a group place it on something. */
export function compileLocation(
  location: readonly (readonly LocationRule[])[],
): (subject: Subject, context: LocationContext) => boolean {
  const alternatives = location.map((rules) =>
    rules.map(({ param, value, isNegated }) => ({ match: RULES.get(param)?.(value), isNegated })),
  );
  return (subject, context) =>
    alternatives.some(
      (rules) =>
        rules.length > 0 &&
        rules.every(({ match, isNegated }) => {
          const matches = match?.(subject, context);
          return matches !== undefined && matches !== isNegated;
        }),
    );
}

/** Whether rules can place a group on a kind of subject at all. */
export function mayMatch(
  location: readonly (readonly LocationRule[])[],
  kind: Subject['kind'],
  subtype: string | undefined,
): boolean {
  return location.some((rules) =>
    rules.every(({ param, value, isNegated }) => {
      const placed = KINDS.get(param);
      if (placed === undefined && !RULES.has(param)) return false;
      if (placed !== undefined && placed !== kind) return false;
      if (subtype === undefined) return true;
      if (param === 'page_template') return subtype === 'page';
      if (param === 'attachment') return subtype === 'attachment';
      return (param !== 'post_type' && param !== 'taxonomy') || isAnyOr(value, subtype) !== isNegated;
    }),
  );
}

const looksAtRequester = (param: string) => param.startsWith('current_user');

const KINDS: ReadonlyMap<string, Subject['kind']> = new Map(
  [...RULES.keys()].flatMap((param): [string, Subject['kind']][] => {
    if (looksAtRequester(param)) return [];
    if (param === 'taxonomy') return [[param, 'term']];
    if (param.startsWith('user_')) return [[param, 'user']];
    if (param === 'comment') return [[param, 'comment']];
    return [[param, param === 'options_page' ? 'options' : 'post']];
  }),
);

/** Whether a rule of a group names everything of a kind: then schemas of collections have its fields. */
export function coversWhole(
  location: readonly (readonly LocationRule[])[],
  kind: Subject['kind'],
  subtype: string | undefined,
): boolean {
  const typeParam = kind === 'post' ? 'post_type' : kind === 'term' ? 'taxonomy' : undefined;
  return location.some((rules) =>
    rules.some(({ param, value, isNegated }) => {
      if (typeParam !== undefined) return param === typeParam && (value === subtype) !== isNegated;
      return KINDS.get(param) === kind && !isNegated;
    }),
  );
}

export function locationNeeds(location: readonly (readonly LocationRule[])[]): LocationNeeds {
  const rules = location.flat();
  const taxonomies = rules.flatMap(({ param, value }) => {
    if (param === 'post_format') return ['post_format'];
    if (param === 'post_category') return [termName(value).split(':')[0]!];
    return param === 'post_taxonomy' ? [value.split(':')[0]!] : [];
  });
  return {
    template: rules.some(({ param }) => param === 'page_template' || param === 'post_template'),
    taxonomies: [...new Set(taxonomies)],
    children: rules.some(({ param, value }) => param === 'page_type' && value === 'parent'),
    requester: rules.some(({ param }) => looksAtRequester(param)),
  };
}
