import { Inject, Injectable } from '@nestjs/common';
import { avatarUrls } from '../users/avatars.js';
import { type Comment, NOTE } from './comment.js';
import { type Entry } from '../entries/model/entry.js';
import { renderComment, ShortcodeRegistry } from '../../rendering/index.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { type Context } from '../../rest/args/common.dto.js';
import { addFieldLinks, Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type Site } from '../../site/site.js';
import { type FieldValues } from '../../content-model/field-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type CommentsDialect } from '../../variant/comments.variants.js';
import { commentFields } from './comments.fields.js';

const PINGS = new Set(['pingback', 'trackback']);

const COMMENTS = '/wp/v2/comments';
/** Name of the embeddable resource with the replies to comments. */
export const CHILDREN = 'comments?parent';

/** What was loaded for the comments of a response. */
export interface CommentRelations {
  postOf(comment: Comment): Entry | undefined;
  link(comment: Comment): string;
  /** Whether the requester may read the comment without the password of its post. */
  isReadable(comment: Comment): boolean;
  /** E-mail address of the author's avatar. */
  email(comment: Comment): string;
  /** IDs of comments with replies; undefined if the response has no `_links`. */
  answered?: ReadonlySet<number>;
  /** Declared meta that is returned, and its stored values. */
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
  /** Values of declared fields. */
  declared: FieldValues;
}

@Injectable()
export class CommentsPresenter {
  constructor(
    private readonly shortcodes: ShortcodeRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** With `only`, just the selected fields. */
  items(
    site: Site,
    comments: readonly Comment[],
    relations: CommentRelations,
    context: Context,
    only?: ReadonlySet<string>,
  ): Item[] {
    const { link, isReadable, postOf, email, answered, metaFields, meta, declared } = relations;
    const project = commentFields(site.model).projection(this.profile, context, only);
    const view = {
      link,
      zone: site.zone,
      rendered: (comment: Comment) => site.withPublicLinks(this.render(comment.content, site)),
      metaFields,
      meta,
      declared,
      avatars: (comment: Comment) =>
        avatarUrls(email(comment), site, { ...this.profile.users, isPerson: !PINGS.has(comment.type) }),
    };
    return comments.map((comment) => {
      const links = new Links();
      if (answered) {
        const self = { isUnreadable: !isReadable(comment) };
        links.add('self', site.rest(`${COMMENTS}/${comment.id}`), self).add('collection', site.rest(COMMENTS));
        addRelated(links, comment, postOf(comment), answered.has(comment.id), site, this.profile.comments);
      }
      const fields = site.model.fields.of('comment');
      return new Item(
        project(comment, view),
        addFieldLinks(fields, (name) => declared.get(name)?.get(comment.id), links),
      );
    });
  }

  render(content: string, site: Site): string {
    const { marksUserContent } = this.profile.comments;
    const rendering = { url: site.siteUrl, smilies: site.isOn('use_smilies'), marksUserContent };
    return renderComment(content, rendering, this.shortcodes);
  }
}

/** Links to the author, the post, the parent comment, and the replies. */
function addRelated(
  links: Links,
  comment: Comment,
  post: Entry | undefined,
  isAnswered: boolean,
  site: Site,
  { storesTypes }: CommentsDialect,
): void {
  if (comment.author !== 0)
    links.add('author', site.rest(`/wp/v2/users/${comment.author}`), {
      embed: { source: 'users', id: comment.author },
    });
  const type = post && site.model.types.get(post.type);
  if (post && (type?.restBase || !storesTypes)) {
    const base = type?.restBase ?? post.type;
    links.add('up', site.rest(`${type?.restBase ? type.route : `/wp/v2/${base}`}/${post.id}`), {
      attributes: { post_type: post.type },
      embed: { source: base, id: post.id },
    });
  }
  if (comment.parent !== 0) {
    links.add('in-reply-to', site.rest(`${COMMENTS}/${comment.parent}`), {
      embed: { source: 'comments', id: comment.parent },
    });
  }
  if (isAnswered) {
    const ofNotes = comment.type === NOTE ? '&type=note&status=all' : '';
    links.add('children', site.rest(COMMENTS, `parent=${comment.id}${ofNotes}`), {
      ...(storesTypes && { embed: { source: CHILDREN, of: comment.id } }),
    });
  }
}
