import type { SampleSite, SampleEntry } from './site-writer.js';

const samplePosts: SampleEntry[] = [
  {
    type: 'post',
    status: 'publish',
    slug: 'welcome-to-nestpress',
    title: 'Welcome to Nestpress',
    daysAgo: 28,
    sticky: true,
    categories: ['uncategorized'],
    tags: ['getting-started'],
    content: `If you can read this, the service and its database work.

Nestpress serves the WordPress REST API. Clients read and write posts, pages and comments as JSON, at the URLs that every WordPress client knows. <code>/wp-json/</code> lists all routes with their arguments; <code>/docs</code> describes them and lets you try them.

<!--more-->

Three things to try first:

<ol>
<li>Read the list of posts at <code>/wp-json/wp/v2/posts</code>. The headers <code>X-WP-Total</code> and <code>X-WP-TotalPages</code> contain the number of posts and pages.</li>
<li>Add <code>?_embed</code> to get the author, categories and tags in the same response.</li>
<li>Sign in to the <a href="/console/">console</a> and change the title of this post.</li>
</ol>`,
    comments: [
      {
        author: 'Mira Castell',
        email: 'mira@example.com',
        url: 'https://example.com/mira',
        text: 'I pointed our existing front end at it and only had to change the host name.',
        hoursLater: 5,
      },
      {
        author: 'admin',
        email: '',
        text: 'Good to hear! If a response differs from what your front end expects, please report it as a bug.',
        hoursLater: 7,
        replyTo: 0,
        byAdmin: true,
      },
      {
        author: 'Jonas Weld',
        email: 'jonas@example.com',
        text: 'Is there a way to see the arguments of a route without reading the documentation?',
        hoursLater: 26,
      },
      {
        author: 'Mira Castell',
        email: 'mira@example.com',
        url: 'https://example.com/mira',
        text: 'Send an OPTIONS request to the route. The response lists them with their types and defaults.',
        hoursLater: 27,
        replyTo: 2,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'reading-lists',
    title: 'Reading lists',
    daysAgo: 21,
    categories: ['guides'],
    tags: ['rest', 'getting-started'],
    content: `A list has ten items per page by default. <code>per_page</code> can be set to at most 100, and <code>page</code> selects the page. The <code>Link</code> header contains the URL of the next page, if there is one.

<strong>Request only what you need.</strong> <code>_fields=id,title,link</code> limits the fields. <code>context=embed</code> returns the short form of each item, without the content.

<strong>Filter on the server.</strong> Categories, tags, authors, dates and a search term can be combined:

<pre>/wp-json/wp/v2/posts?categories=3&amp;after=2024-01-01T00:00:00&amp;search=cache</pre>

<strong>Fetch several items with one request.</strong> <code>include=4,8,15</code> returns exactly these items, and <code>orderby=include</code> keeps them in this order.`,
    comments: [
      {
        author: 'Priya Nair',
        email: 'priya@example.com',
        text: 'I did not know <code>orderby=include</code>. It replaces code of ours that sorted the items again.',
        hoursLater: 12,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'two-database-engines',
    title: 'Two database engines',
    daysAgo: 16,
    categories: ['notes'],
    tags: ['database'],
    excerpt: 'Nestpress uses the WordPress database schema on MySQL, MariaDB and SQLite, and never alters its tables.',
    content: `Nestpress stores its data in the tables of WordPress: posts, terms, users, comments, options and their meta tables. An existing WordPress site can be served without an export, and WordPress can go on using the same database.

WordPress\u2019s tables are never altered, and values are stored in the same format as WordPress stores them, including serialized arrays.

Without a database server, the same tables, columns and indexes are created in one SQLite file. <code>nestpress copy</code> copies a site from one engine to the other.`,
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'how-caching-works',
    title: 'How caching works',
    daysAgo: 9,
    categories: ['notes'],
    tags: ['caching', 'rest'],
    content: `Responses to anonymous requests are cached as bytes. Each cached response is tagged with the tables it was built from. A write to one of these tables invalidates the responses with its tag at once, so that no response is stale after a change.

Responses to authenticated requests are not cached.

On a cache miss, the number of database queries depends on what a response contains, not on how many items it has: a page of 100 posts needs as many queries as a page of 10.`,
    comments: [
      {
        author: 'Jonas Weld',
        email: 'jonas@example.com',
        text: 'Does a new comment invalidate the cached list of posts?',
        hoursLater: 3,
      },
      {
        author: 'admin',
        email: '',
        text: 'Yes, when it is approved, because WordPress stores the number of comments in the posts table.',
        hoursLater: 4,
        replyTo: 0,
        byAdmin: true,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'before-you-go-public',
    title: 'Before you go public',
    daysAgo: 3,
    categories: ['guides'],
    tags: ['security'],
    content: `Checks before a site goes live:

<ul>
<li>Create an account for each person, with the least privileged role that is sufficient.</li>
<li>Use application passwords for programs. Each one can be revoked separately.</li>
<li>Serve over HTTPS only, since every authenticated request contains credentials.</li>
<li>Decide who may comment, and whether comments must be approved.</li>
<li>Make a backup with <code>nestpress backup</code> and test that it can be restored.</li>
<li>Run <code>nestpress doctor</code>. It finds common problems and says how to fix them.</li>
</ul>`,
  },
  {
    type: 'post',
    status: 'draft',
    slug: '',
    title: 'Ideas for the next post',
    daysAgo: 1,
    categories: ['uncategorized'],
    content: `This is a draft. Only users who may edit it can see it.

Possible topics: revisions, scheduled posts.`,
  },
];

const samplePages: SampleEntry[] = [
  {
    type: 'page',
    status: 'publish',
    slug: 'about',
    title: 'About this site',
    daysAgo: 30,
    content: `Nestpress created this site when it was started with an empty database. It contains ordinary posts, pages and comments, which you can edit or delete.

Nestpress serves the WordPress REST API and stores its data in WordPress\u2019s tables. It also serves simple pages at the permalinks, like this one. Set <code>FRONT_END_URL</code> to redirect them to your own front end.`,
  },
  {
    type: 'page',
    status: 'publish',
    slug: 'colophon',
    title: 'Colophon',
    daysAgo: 29,
    parent: 'about',
    menuOrder: 1,
    content: `The parent of this page is <em>About this site</em>, so its permalink starts with <code>/about/</code>.

Nestpress is built with NestJS, TypeORM and TypeScript.`,
  },
];

/** The sample content of a new site: a short tour of Nestpress that includes every kind of content. */
export const SAMPLE_SITE: SampleSite = {
  categories: [
    { slug: 'guides', name: 'Guides', description: 'Step-by-step instructions.' },
    { slug: 'notes', name: 'Design notes', description: 'How Nestpress works and why.' },
  ],
  tags: [
    { slug: 'rest', name: 'REST' },
    { slug: 'database', name: 'Database' },
    { slug: 'caching', name: 'Caching' },
    { slug: 'security', name: 'Security' },
    { slug: 'getting-started', name: 'Getting started' },
  ],
  entries: [...samplePosts, ...samplePages],
};
