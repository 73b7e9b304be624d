import { PAGE } from '../../content-model/post-types.js';
import { entriesController } from '../entries/api/entries.controller.js';
import { revisionsController } from '../revisions/revisions.controller.js';
import { PageRevisionsPolicy, PagesPolicy } from './pages.policy.js';

/** `/wp/v2/pages`; the routes are those of every post type. */
export class PagesController extends entriesController(PAGE, PagesPolicy) {}

/** `/wp/v2/pages/ID/revisions` */
export class PageRevisionsController extends revisionsController(PAGE, PageRevisionsPolicy) {}
