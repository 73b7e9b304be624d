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
    content: `If you can read this, your site works.

It already has a few posts, two pages and some comments, so that you can see where everything goes. All of it was written for you to try things out: change it, or delete it with one click on the home page of the <a href="/console/">console</a>.

<!--more-->

Three things to try first:

<ol>
<li>Open the console, change the title of this post and press Update.</li>
<li>Give the site a name, a description and your own colours under Settings and Appearance.</li>
<li>Write the first post of your own. It is saved as you type, and nobody sees it before you publish it.</li>
</ol>`,
    comments: [
      {
        author: 'Mira Castell',
        email: 'mira@example.com',
        url: 'https://example.com/mira',
        text: 'Congratulations on the new site! I am looking forward to the first real post.',
        hoursLater: 5,
      },
      {
        author: 'admin',
        email: '',
        text: 'Thank you! It will not take long.',
        hoursLater: 7,
        replyTo: 0,
        byAdmin: true,
      },
      {
        author: 'Jonas Weld',
        email: 'jonas@example.com',
        text: 'Can I be notified of new posts?',
        hoursLater: 26,
      },
      {
        author: 'Mira Castell',
        email: 'mira@example.com',
        url: 'https://example.com/mira',
        text: 'Add the address of the site to your feed reader, which finds the feed by itself.',
        hoursLater: 27,
        replyTo: 2,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'from-a-draft-to-a-post',
    title: 'From a draft to a post',
    daysAgo: 21,
    categories: ['guides'],
    tags: ['writing', 'getting-started'],
    content: `Every post begins as a draft. Only people who may edit it can see it, and each change is saved while you write.

<strong>Read it before others do.</strong> The preview shows the draft as visitors will see it. A preview link lets a friend read it without an account.

<strong>Choose when it appears.</strong> Publish it at once, or pick a day and an hour, and it appears by itself.

<strong>Change your mind.</strong> Earlier versions are stored. Compare two of them, and restore the one you liked better.`,
    comments: [
      {
        author: 'Priya Nair',
        email: 'priya@example.com',
        text: 'The preview link saved me from a very embarrassing typing error.',
        hoursLater: 12,
      },
    ],
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'pictures-that-load-quickly',
    title: 'Pictures that load quickly',
    daysAgo: 16,
    categories: ['notes'],
    tags: ['pictures'],
    excerpt: 'Upload the original and describe it in a sentence; the site makes the smaller sizes.',
    content: `Upload pictures as they come from the camera. The site makes smaller sizes of them, and each reader gets the one that fits the screen.

Describe each picture in a sentence. The description is read aloud to people who cannot see it, and it helps search engines.

A post can have a featured image. It stands above the text and in lists of posts.`,
  },
  {
    type: 'post',
    status: 'publish',
    slug: 'categories-and-tags',
    title: 'Categories and tags',
    daysAgo: 9,
    categories: ['notes'],
    tags: ['writing', 'readers'],
    content: `Categories are the chapters of a site: a few, and every post belongs to at least one. Tags are its index: as many as you like, wherever they help.

Each category and each tag has a page of its own, with all posts that have it.

If you are not sure which one to use, ask yourself whether a reader would want to see all such posts together.`,
    comments: [
      {
        author: 'Jonas Weld',
        email: 'jonas@example.com',
        text: 'How many categories are too many?',
        hoursLater: 3,
      },
      {
        author: 'admin',
        email: '',
        text: 'When you can no longer name them without looking, it is time to merge some.',
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
    tags: ['readers'],
    content: `Things to look at before you tell everyone about your site:

<ul>
<li>Give each person who writes with you an account of their own, with no more rights than they need.</li>
<li>Protect your own account with a second factor, in your profile.</li>
<li>Decide who may comment, and whether you want to read comments before they appear.</li>
<li>Open the front page on a phone.</li>
<li>Look at the health page of the console, which says what needs attention.</li>
<li>Delete this sample content.</li>
</ul>`,
  },
  {
    type: 'post',
    status: 'draft',
    slug: '',
    title: 'Ideas for the next post',
    daysAgo: 1,
    categories: ['uncategorized'],
    content: `This is a draft. Only people who may edit it can see it.

Possible topics: a place you like, a question readers ask, something you learned this week.`,
  },
];

const samplePages: SampleEntry[] = [
  {
    type: 'page',
    status: 'publish',
    slug: 'about',
    title: 'About this site',
    daysAgo: 30,
    content: `Pages are for what does not grow old: who you are, how to reach you, what the site is about.

This one is an example. Tell your readers in a few sentences who writes here, and why.`,
  },
  {
    type: 'page',
    status: 'publish',
    slug: 'contact',
    title: 'Contact',
    daysAgo: 29,
    parent: 'about',
    menuOrder: 1,
    content: `The parent of this page is <em>About this site</em>, so its address begins with <code>/about/</code>.

Write here how readers can reach you.`,
  },
];

/** The sample content of a new site: a short tour for its owner that includes every kind of content. */
export const SAMPLE_SITE: SampleSite = {
  categories: [
    { slug: 'guides', name: 'Guides', description: 'Step-by-step instructions.' },
    { slug: 'notes', name: 'Notes', description: 'Short notes about running a site.' },
  ],
  tags: [
    { slug: 'writing', name: 'Writing' },
    { slug: 'pictures', name: 'Pictures' },
    { slug: 'readers', name: 'Readers' },
    { slug: 'getting-started', name: 'Getting started' },
  ],
  entries: [...samplePosts, ...samplePages],
};
