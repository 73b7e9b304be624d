import { APPROVED, Comment, PENDING } from './comment.entity.js';
import { Link } from './link.entity.js';
import { CommentMeta, PostMeta, TermMeta, UserMeta } from './meta.entities.js';
import { Option } from './option.entity.js';
import { Post } from './post.entity.js';
import { Term, TermRelationship, TermTaxonomy } from './term.entity.js';
import { User } from './user.entity.js';

export * from './column.decorators.js';
export * from './column-lengths.js';
export {
  APPROVED,
  Comment,
  CommentMeta,
  Link,
  Option,
  PENDING,
  Post,
  PostMeta,
  Term,
  TermMeta,
  TermRelationship,
  TermTaxonomy,
  User,
  UserMeta,
};

/** The tables of a WordPress 4.7 to 4.9 site. */
export const WORDPRESS_ENTITIES = [
  Post,
  PostMeta,
  Term,
  TermMeta,
  TermTaxonomy,
  TermRelationship,
  User,
  UserMeta,
  Comment,
  CommentMeta,
  Option,
  Link,
];
