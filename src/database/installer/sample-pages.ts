import type { SampleEntry } from './site-content.js';

export const samplePages: SampleEntry[] = [
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
