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
    content: `If you can read this through a client, everything works: the server is up, the database is set up, and this post came out of it.

Nestpress is a content service. You write posts, pages and comments into it over HTTP, and read them back as JSON, at the addresses every WordPress client already knows. Ask for <code>/wp-json/</code> to see what is there; the answer describes each route and the arguments it takes.

<!--more-->

Three things to try first:

<ol>
<li>Read the list of posts at <code>/wp-json/wp/v2/posts</code> and look at the headers: <code>X-WP-Total</code> and <code>X-WP-TotalPages</code> tell you how much more there is.</li>
<li>Add <code>?_embed</code>, and the author, the categories and the tags arrive in the same answer.</li>
<li>Sign in as <code>admin</code> and change the title of this post.</li>
</ol>`,
    comments: [
      {
        author: 'Mira Castell',
        email: 'mira@example.com',
        url: 'https://example.com/mira',
        text: 'Pointed our old front end at it and had to change nothing but the host name. That is all I wanted.',
        hoursLater: 5,
      },
      {
        author: 'admin',
        email: '',
        text: 'Good to hear! If anything answers differently from what your front end expects, that is a bug: please report it.',
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
        text: 'Send it an OPTIONS request. The answer lists them, with types and defaults.',
        hoursLater: 27,
        replyTo: 2,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'reading-a-list-well',
    title: 'Reading a list well',
    daysAgo: 21,
    categories: ['guides'],
    tags: ['rest', 'getting-started'],
    content: `A list gives you ten items unless you say otherwise. <code>per_page</code> takes up to a hundred; <code>page</code> moves on. Rather than counting yourself, follow the <code>Link</code> header: it holds the address of the next page as long as there is one.

<strong>Ask for less.</strong> <code>context=embed</code> gives the short form of each item: enough for a menu or a teaser, without the full text.

<strong>Filter on the server.</strong> Categories, tags, authors, dates and a search word can all be combined:

<pre>/wp-json/wp/v2/posts?categories=3&amp;after=2024-01-01T00:00:00&amp;search=cache</pre>

<strong>Do not ask item by item.</strong> <code>include=4,8,15</code> fetches just those, and with <code>orderby=include</code> they come in your order.`,
    comments: [
      {
        author: 'Priya Nair',
        email: 'priya@example.com',
        text: '<code>orderby=include</code> was new to me, thank you. That replaces a sort I have carried around for years.',
        hoursLater: 12,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'one-schema-two-engines',
    title: 'One schema, two engines',
    daysAgo: 16,
    categories: ['notes'],
    tags: ['database'],
    excerpt: 'The tables are WordPress\u2019s own, on MySQL and on SQLite alike, and nobody ever alters them.',
    content: `The data lives in the tables a WordPress site has always had: posts, terms, users, comments, options, and a meta table for most of them. That is deliberate. A site that exists can be served tomorrow, without an export, and a WordPress can still be pointed at the same database to use its editor.

Two promises follow. The tables are never altered, so whatever else uses them goes on working. And values are written the way the others expect to read them, down to the byte counts inside serialised arrays.

<blockquote>A shared format is a treaty. You may dislike a clause, but you do not get to rewrite it alone.</blockquote>

On SQLite the same tables, columns and indexes are created in one file. It is the same code above it; where the two engines disagree, one small folder knows.`,
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'why-answers-are-fast',
    title: 'Why answers are fast',
    daysAgo: 9,
    categories: ['notes'],
    tags: ['caching', 'rest'],
    content: `Most requests to a content site ask what somebody asked a moment ago. The fastest way to answer is to have the bytes ready.

So a public answer is kept as it went out, with a mark for everything it was made of: this post, that author, the list of categories. When one of these changes, the answers that carry its mark are dropped, and no others. It goes by what changed, not by the clock.

What is not certain to be public is never kept. A request that says who is asking is always worked out afresh.

And when an answer does have to be made? Then the number of queries depends on what kinds of things are in it, not on how many. A page of a hundred posts costs as many as a page of ten.`,
    comments: [
      {
        author: 'Jonas Weld',
        email: 'jonas@example.com',
        text: 'Does a comment drop the cached list of posts as well?',
        hoursLater: 3,
      },
      {
        author: 'admin',
        email: '',
        text: 'Only if the list shows something the comment changes. A list of titles does not, so it stays.',
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
    content: `A short list for the day before launch.

<ul>
<li>Change the administrator's password, or better: make an account for each person, with the smallest role that does.</li>
<li>Give programs application passwords. They can be taken back one at a time.</li>
<li>Serve over HTTPS only. Credentials travel with every request that carries them.</li>
<li>Decide who may comment, and whether comments wait for approval.</li>
<li>Make a backup, then restore it somewhere. A backup nobody has restored is a hope.</li>
</ul>`,
  },
  {
    type: 'post',
    status: 'draft',
    slug: '',
    title: 'Ideas for the next post',
    daysAgo: 1,
    categories: ['uncategorized'],
    content: `A draft: you see it because you are signed in and may edit it. Nobody else does.

Perhaps something on revisions, or on how a scheduled post comes out on time.`,
  },
];

const samplePages: SampleEntry[] = [
  {
    type: 'page',
    status: 'publish',
    slug: 'about',
    title: 'About this site',
    daysAgo: 30,
    content: `This site was made when Nestpress started on an empty database. Everything on it is an ordinary post, page or comment: edit it, or delete it and begin with your own.

Nestpress answers the same requests as the content interface of WordPress, and keeps its data in the same tables. It has no theme and renders no pages of its own. What you put in front of it (a static site generator, a mobile app, a single-page application) decides how things look.`,
  },
  {
    type: 'page',
    status: 'publish',
    slug: 'colophon',
    title: 'Colophon',
    daysAgo: 29,
    parent: 'about',
    menuOrder: 1,
    content: `A page can have a parent; this one lives under <em>About this site</em>, and its address says so.

Built with NestJS, TypeORM and TypeScript. Data rests in MySQL or MariaDB if you name a server, and in a single SQLite file if you do not.`,
  },
];

/** The sample content of a new site: a short tour of Nestpress that includes every kind of content. */
export const SAMPLE_SITE: SampleSite = {
  categories: [
    { slug: 'guides', name: 'Guides', description: 'How to get something done, step by step.' },
    { slug: 'notes', name: 'Design notes', description: 'Why things are the way they are.' },
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
