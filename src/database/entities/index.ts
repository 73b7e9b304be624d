import { Post } from './post.entity.js';
import { PostMeta } from './post-meta.entity.js';
import { Term } from './term.entity.js';
import { TermMeta } from './term-meta.entity.js';
import { TermTaxonomy } from './term-taxonomy.entity.js';
import { TermRelationship } from './term-relationship.entity.js';
import { User } from './user.entity.js';
import { UserMeta } from './user-meta.entity.js';
import { Comment } from './comment.entity.js';
import { CommentMeta } from './comment-meta.entity.js';
import { Option } from './option.entity.js';
import { Link } from './link.entity.js';

export { ZERO_DATE } from './zero-date.js';
export {
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
};

/**
 * Property names are the column names, so that an entity and a raw row read alike. Column types are what hydration needs
 * (dates stay text, ids are numbers), not what the database declares: tables come from schema/, never from here.
 */
export const ENTITIES = [
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
