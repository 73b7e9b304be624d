import { type PostTypeCapabilities, TERM_CAPABILITY_ALIASES } from '../../content-model/capabilities.js';
import { type ContentModel } from '../../content-model/content-model.js';

/** The properties of a target that permission checks depend on; callers fill them from the rows they have loaded. */

export interface PostFacts {
  id: number;
  type: string;
  status: string;
  author: number;
  /** The parent of a revision, whose permissions apply; absent if the parent was deleted. */
  parent?: PostFacts;
  /** The status before the entry was moved to the trash. */
  trashedFrom?: string;
}

export interface CommentFacts {
  /** Absent if the post was deleted. */
  post?: PostFacts;
}

export interface UserFacts {
  id: number;
}

export interface TermFacts {
  id: number;
  taxonomy: string;
}

export interface MetaFacts<T> {
  object: T;
  /** Without a key, the check is about the object's meta in general. */
  key?: string;
  /** Result of an auth callback registered for the key; it replaces the rule about protected keys. */
  ruledAllowed?: boolean;
}

/** Site settings that affect permissions; 0 = no such page. */
export interface SiteFacts {
  model: Pick<ContentModel, 'types' | 'taxonomies' | 'statuses'>;
  pageOnFront: number;
  pageForPosts: number;
  /** 0 also where the site's release knows no such page. */
  privacyPage: number;
  /** The default term of a taxonomy, by taxonomy name. */
  defaultTerms: Readonly<Record<string, number>>;
}

type PostQuestion =
  | 'edit_post'
  | 'delete_post'
  | 'read_post'
  | 'publish_post'
  | 'edit_page'
  | 'delete_page'
  | 'read_page'
  | 'publish_page';
type UserQuestion = 'edit_user' | 'delete_user' | 'promote_user';
type TermQuestion = 'edit_term' | 'delete_term' | 'assign_term';
type MetaVerb = 'add' | 'edit' | 'delete';

/** Meta capabilities: those that need a target, and the kind of target. */
export type MetaCapabilityTargets = Record<PostQuestion, PostFacts> &
  Record<UserQuestion, UserFacts> &
  Record<TermQuestion, TermFacts> &
  Record<'edit_comment', CommentFacts> &
  Record<`${MetaVerb}_post_meta`, MetaFacts<PostFacts>> &
  Record<`${MetaVerb}_comment_meta`, MetaFacts<CommentFacts>> &
  Record<`${MetaVerb}_user_meta`, MetaFacts<UserFacts>> &
  Record<`${MetaVerb}_term_meta`, MetaFacts<TermFacts>>;

export type MetaCapability = keyof MetaCapabilityTargets;

/** The capability that is never granted. */
export const NEVER = 'do_not_allow';

/** The properties of the requester that the checks depend on; 0 = anonymous. */
export interface Requester {
  readonly id: number;
}

type Rule<T> = (requester: Requester, target: T, site: SiteFacts) => string[];

const PUBLISHED = new Set(['publish', 'future']);

/** The primitive capabilities the requester must have, all of them, for this operation on the target. */
export function requiredCaps<C extends MetaCapability>(
  capability: C,
  requester: Requester,
  target: MetaCapabilityTargets[C],
  site: SiteFacts,
): string[] {
  return RULES[capability](requester, target, site).map(grantedName);
}

/** The name under which roles store a capability that needs no target. `upload_files` is always checked, whatever a role says. */
export function grantedName(capability: string): string {
  if (capability === 'unfiltered_upload') return NEVER;
  return TERM_CAPABILITY_ALIASES.get(capability) ?? capability;
}

function editPost(requester: Requester, post: PostFacts, site: SiteFacts): string[] {
  return onCheckedPost(post, site, (checked, type) => [
    ...byOwnerAndStatus(requester, checked, {
      any: type.edit_posts,
      others: type.edit_others_posts,
      published: type.edit_published_posts,
      private: type.edit_private_posts,
    }),
    ...privacyPageGuard(checked, site),
  ]);
}

function deletePost(requester: Requester, post: PostFacts, site: SiteFacts): string[] {
  return onCheckedPost(post, site, (checked, type) => {
    if (checked.id === site.pageOnFront || checked.id === site.pageForPosts) return ['manage_options'];
    return [
      ...byOwnerAndStatus(requester, checked, {
        any: type.delete_posts,
        others: type.delete_others_posts,
        published: type.delete_published_posts,
        private: type.delete_private_posts,
      }),
      ...privacyPageGuard(checked, site),
    ];
  });
}

function readPost(requester: Requester, post: PostFacts, site: SiteFacts): string[] {
  return onCheckedPost(post, site, (checked, type) => {
    if (site.model.statuses.get(checked.status)?.public || isOwn(requester, checked)) return [type.read];
    return site.model.statuses.get(checked.status)?.private
      ? [type.read_private_posts]
      : editPost(requester, checked, site);
  });
}

function publishPost(_requester: Requester, post: PostFacts, site: SiteFacts): string[] {
  return onCheckedPost(post, site, (_judged, type) => [type.publish_posts]);
}

/** A revision is checked as its parent. Entries of undeclared types require the right to edit everything. */
function onCheckedPost(
  post: PostFacts,
  { model }: SiteFacts,
  rule: (checked: PostFacts, type: PostTypeCapabilities) => string[],
): string[] {
  const checked = post.type === 'revision' ? post.parent : post;
  if (!checked) return [NEVER];
  const type = model.types.get(checked.type);
  return type ? rule(checked, type.capabilities) : ['edit_others_posts'];
}

interface StatusCapabilities {
  any: string;
  others: string;
  published: string;
  private: string;
}

function byOwnerAndStatus(requester: Requester, post: PostFacts, capabilities: StatusCapabilities): string[] {
  if (isOwn(requester, post)) {
    const status = post.status === 'trash' ? post.trashedFrom : post.status;
    return [PUBLISHED.has(status ?? '') ? capabilities.published : capabilities.any];
  }
  if (PUBLISHED.has(post.status)) return [capabilities.others, capabilities.published];
  return post.status === 'private' ? [capabilities.others, capabilities.private] : [capabilities.others];
}

function isOwn(requester: Requester, post: PostFacts): boolean {
  return post.author !== 0 && post.author === requester.id;
}

function privacyPageGuard(post: PostFacts, site: SiteFacts): string[] {
  return post.id === site.privacyPage ? ['manage_options'] : [];
}

function editComment(requester: Requester, comment: CommentFacts, site: SiteFacts): string[] {
  return comment.post ? editPost(requester, comment.post, site) : ['edit_posts'];
}

function editUser(requester: Requester, user: UserFacts): string[] {
  return requester.id !== 0 && requester.id === user.id ? [] : ['edit_users'];
}

function editTerm(_requester: Requester, term: TermFacts, { model }: SiteFacts): string[] {
  return [model.taxonomies.get(term.taxonomy)?.capabilities.edit_terms ?? NEVER];
}

function deleteTerm(_requester: Requester, term: TermFacts, site: SiteFacts): string[] {
  if (site.defaultTerms[term.taxonomy] === term.id) return [NEVER];
  return [site.model.taxonomies.get(term.taxonomy)?.capabilities.delete_terms ?? NEVER];
}

function assignTerm(_requester: Requester, term: TermFacts, { model }: SiteFacts): string[] {
  return [model.taxonomies.get(term.taxonomy)?.capabilities.assign_terms ?? NEVER];
}

/**
 * Users who may edit the object may edit its meta, except for keys protected by a leading underscore or by a rule: those
 * require the meta capability itself (such as `edit_post_meta`), which no role has by default.
 */
function metaOf<T>(capability: MetaCapability, editObject: Rule<T>): Rule<MetaFacts<T>> {
  return (requester, { object, key, ruledAllowed }, site) => {
    const allowed = key === undefined || (ruledAllowed ?? !key.startsWith('_'));
    return [...editObject(requester, object, site), ...(allowed ? [] : [capability])];
  };
}

const RULES: { [C in MetaCapability]: Rule<MetaCapabilityTargets[C]> } = {
  edit_post: editPost,
  delete_post: deletePost,
  read_post: readPost,
  publish_post: publishPost,
  edit_page: editPost,
  delete_page: deletePost,
  read_page: readPost,
  publish_page: publishPost,
  edit_comment: editComment,
  edit_user: editUser,
  delete_user: () => ['delete_users'],
  promote_user: () => ['promote_users'],
  edit_term: editTerm,
  delete_term: deleteTerm,
  assign_term: assignTerm,
  add_post_meta: metaOf('add_post_meta', editPost),
  edit_post_meta: metaOf('edit_post_meta', editPost),
  delete_post_meta: metaOf('delete_post_meta', editPost),
  add_comment_meta: metaOf('add_comment_meta', editComment),
  edit_comment_meta: metaOf('edit_comment_meta', editComment),
  delete_comment_meta: metaOf('delete_comment_meta', editComment),
  add_user_meta: metaOf('add_user_meta', editUser),
  edit_user_meta: metaOf('edit_user_meta', editUser),
  delete_user_meta: metaOf('delete_user_meta', editUser),
  add_term_meta: metaOf('add_term_meta', editTerm),
  edit_term_meta: metaOf('edit_term_meta', editTerm),
  delete_term_meta: metaOf('delete_term_meta', editTerm),
};
