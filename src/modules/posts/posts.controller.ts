import { POST } from '../../content-model/post-types.js';
import { entriesController } from '../entries/api/entries.controller.js';
import { revisionsController } from '../revisions/revisions.controller.js';
import { PostRevisionsPolicy, PostsPolicy } from './posts.policy.js';

/** `/wp/v2/posts`; the routes are those of every post type. */
export class PostsController extends entriesController(POST, PostsPolicy) {}

/** `/wp/v2/posts/ID/revisions` */
export class PostRevisionsController extends revisionsController(POST, PostRevisionsPolicy) {}
