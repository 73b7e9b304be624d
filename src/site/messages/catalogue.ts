// Written by `npm run i18n` from the English messages.

export interface Catalogue {
  readonly page: {
    /** Skip to content */
    readonly skip: string;
    /** Main */
    readonly main: string;
    /** Home */
    readonly home: string;
    /** More of {title} */
    readonly more: (values: { title: string | number }) => string;
    /** Feeds */
    readonly feeds: string;
    /** Sitemap */
    readonly sitemap: string;
    /** Close */
    readonly close: string;
    /** Languages */
    readonly languages: string;
    /** Footer */
    readonly footer: string;
    /** Social networks */
    readonly social: string;
  };
  readonly search: {
    /** Search */
    readonly title: string;
    /** Search for */
    readonly field: string;
    /** Search */
    readonly submit: string;
    /** Search: {words} */
    readonly feed: (values: { words: string | number }) => string;
    /** Search results for “{words}” */
    readonly resultsFor: (values: { words: string | number }) => string;
    /** {count, plural, =0 {Nothing was found.} one {# result for {words}} other {# results for {words}}} */
    readonly found: (values: { count: number; words: string | number }) => string;
  };
  readonly archive: {
    /** Posts */
    readonly posts: string;
    /** {title}, page {page, number} */
    readonly page: (values: { title: string | number; page: number }) => string;
    /** There is nothing here yet. */
    readonly empty: string;
    /** Pages */
    readonly pages: string;
    /** Newer */
    readonly newer: string;
    /** Older */
    readonly older: string;
    readonly labels: {
      /** Author */
      readonly author: string;
      /** Archive */
      readonly date: string;
    };
  };
  readonly article: {
    /** {count, plural, other {# min read}} */
    readonly minutes: (values: { count: number }) => string;
    /** Tags */
    readonly tags: string;
    /** Read next */
    readonly related: string;
    /** Breadcrumbs */
    readonly breadcrumbs: string;
    /** Posts */
    readonly neighbours: string;
    /** Previous */
    readonly previous: string;
    /** Next */
    readonly next: string;
    /** This is a preview. The page is not published yet. */
    readonly draft: string;
    /** This is a preview. Unsaved changes are shown to you only. */
    readonly edited: string;
  };
  readonly protected: {
    /** This content is protected. */
    readonly excerpt: string;
    /** This content is protected. Enter its password to read it. */
    readonly question: string;
    /** Password */
    readonly password: string;
    /** Open */
    readonly open: string;
    /** Too many wrong passwords */
    readonly blockedTitle: string;
    /** There were too many wrong passwords for this post. Please try again later. */
    readonly blocked: string;
  };
  readonly notFound: {
    /** Page not found */
    readonly title: string;
    /** There is nothing at this address. A search may find it. */
    readonly text: string;
    /** Recent posts */
    readonly recent: string;
  };
  readonly embeds: {
    /** Play */
    readonly play: string;
    /** Loads content of {host} */
    readonly loads: (values: { host: string | number }) => string;
  };
  readonly comments: {
    /** {count, plural, =0 {No comments yet} one {# comment} other {# comments}} */
    readonly count: (values: { count: number }) => string;
    /** Comments on {title} */
    readonly on: (values: { title: string | number }) => string;
    /** Comments – {name} */
    readonly ofSite: (values: { name: string | number }) => string;
    /** {name} – Comments */
    readonly feed: (values: { name: string | number }) => string;
    /** {author} on {title} */
    readonly by: (values: { author: string | number; title: string | number }) => string;
    /** Anonymous */
    readonly anonymous: string;
    /** Reply */
    readonly reply: string;
    /** Reply to {author} */
    readonly replyTo: (values: { author: string | number }) => string;
    /** Cancel the reply */
    readonly cancelReply: string;
    /** Leave a comment */
    readonly leave: string;
    /** {label} (required) */
    readonly required: (values: { label: string | number }) => string;
    /** {label}, not published */
    readonly notPublished: (values: { label: string | number }) => string;
    /** Name */
    readonly name: string;
    /** Email */
    readonly email: string;
    /** Website */
    readonly website: string;
    /** Comment */
    readonly text: string;
    /** Leave this empty */
    readonly trap: string;
    /** Post comment */
    readonly send: string;
    /** Thank you. Your comment is waiting for approval. */
    readonly held: string;
    /** Thank you for your comment. */
    readonly added: string;
    /** Please write a comment. */
    readonly noText: string;
    /** Please enter your name. */
    readonly noName: string;
    /** Please enter a valid email address. */
    readonly noEmail: string;
  };
  readonly mail: {
    /** Untitled */
    readonly untitled: string;
    /** unknown */
    readonly unknown: string;
    /** Author: {name} */
    readonly author: (values: { name: string | number }) => string;
    /** E-mail: {email} */
    readonly email: (values: { email: string | number }) => string;
    /** Website: {url} */
    readonly website: (values: { url: string | number }) => string;
    /** Address: {ip} */
    readonly address: (values: { ip: string | number }) => string;
    /** Hello {name}, */
    readonly hello: (values: { name: string | number }) => string;
    /** Hello, */
    readonly helloAll: string;
    /** If that was not you, please write to {email} at once. */
    readonly notYou: (values: { email: string | number }) => string;
    readonly held: {
      /** A comment on “{title}” waits for approval */
      readonly subject: (values: { title: string | number }) => string;
      /** Somebody commented on “{title}”, and the comment is not shown until it is approved. */
      readonly text: (values: { title: string | number }) => string;
      /** The post: {url} */
      readonly post: (values: { url: string | number }) => string;
      /** To approve or remove the comment: {url} */
      readonly comment: (values: { url: string | number }) => string;
    };
    readonly published: {
      /** New comment on “{title}” */
      readonly subject: (values: { title: string | number }) => string;
      /** There is a new comment on your post “{title}”. */
      readonly text: (values: { title: string | number }) => string;
      /** To read it in its place: {url} */
      readonly comment: (values: { url: string | number }) => string;
    };
    readonly password: {
      /** Your password was changed */
      readonly subject: string;
      /** The password of your account at {site} was just changed. */
      readonly text: (values: { site: string | number }) => string;
    };
    readonly emailChanged: {
      /** Your e-mail address was changed */
      readonly subject: string;
      /** Your account at {site} now has the e-mail address {email}. Mail will go there from now on. */
      readonly text: (values: { site: string | number; email: string | number }) => string;
      /** If you did not want this, please write to {email} at once. */
      readonly unwanted: (values: { email: string | number }) => string;
    };
    readonly siteEmail: {
      /** The site’s e-mail address was changed */
      readonly subject: string;
      /** The address that mail about running {site} goes to is now {email}. */
      readonly changed: (values: { site: string | number; email: string | number }) => string;
      /** The address that mail about running {site} goes to is no longer this one, and no other was set. */
      readonly removed: (values: { site: string | number }) => string;
    };
    readonly reset: {
      /** Choose a new password */
      readonly subject: string;
      /** Somebody asked for a new password for the account “{login}” at {site}. To choose one, open this page: */
      readonly text: (values: { login: string | number; site: string | number }) => string;
      /** The link works once, for one hour. If it was not you, ignore this message: nothing changes. */
      readonly validity: string;
    };
    readonly invitation: {
      /** You are invited */
      readonly subject: string;
      /** You have an account at {site}. Your username is “{login}”. To choose a password and sign in, open this page: */
      readonly text: (values: { site: string | number; login: string | number }) => string;
      /** The link works once, for seven days. */
      readonly validity: string;
    };
  };
  readonly patterns: {
    readonly opening: {
      /** Opening */
      readonly title: string;
      /** A heading, a sentence and two buttons for the top of a page. */
      readonly description: string;
      /** Say in one sentence what you do */
      readonly heading: string;
      /** A second sentence says for whom, and what they gain by it. */
      readonly text: string;
      /** Get started */
      readonly begin: string;
      /** Learn more */
      readonly more: string;
    };
    readonly pictureAndText: {
      /** Picture and text */
      readonly title: string;
      /** A picture beside a short text with a button. */
      readonly description: string;
      /** What the picture shows */
      readonly heading: string;
      /** Two or three sentences about the picture, and what readers can do next. */
      readonly text: string;
      /** Read on */
      readonly more: string;
    };
    readonly threePoints: {
      /** Three points */
      readonly title: string;
      /** Three headings with a sentence each, side by side. */
      readonly description: string;
      /** What you get */
      readonly heading: string;
      /** Easy to begin */
      readonly first: string;
      /** One sentence about the first thing that readers gain. */
      readonly firstText: string;
      /** Made to last */
      readonly second: string;
      /** One sentence about the second. */
      readonly secondText: string;
      /** Help when needed */
      readonly third: string;
      /** One sentence about the third. */
      readonly thirdText: string;
    };
    readonly callToAction: {
      /** Call to action */
      readonly title: string;
      /** A section with a background that asks for one thing. */
      readonly description: string;
      /** Ready to begin? */
      readonly heading: string;
      /** Say what happens after the click, so that nobody has to guess. */
      readonly text: string;
      /** Write to us */
      readonly button: string;
    };
    readonly recommendation: {
      /** Recommendation */
      readonly title: string;
      /** Words of a customer or reader. */
      readonly description: string;
      /** They listened, made a plan and kept to it. I would ask them again at once. */
      readonly text: string;
      /** Maria Example, bookseller */
      readonly name: string;
    };
    readonly team: {
      /** Team */
      readonly title: string;
      /** Three people with their tasks. */
      readonly description: string;
      /** Who we are */
      readonly heading: string;
      /** First name and surname */
      readonly name: string;
      /** What this person does here, in one sentence. */
      readonly role: string;
    };
    readonly questions: {
      /** Questions and answers */
      readonly title: string;
      /** Questions that open to show their answers. */
      readonly description: string;
      /** Questions we often hear */
      readonly heading: string;
      /** How long does it take? */
      readonly first: string;
      /** What does it cost? */
      readonly second: string;
      /** Whom can I ask? */
      readonly third: string;
      /** Answer in two or three sentences, as you would on the telephone. */
      readonly answer: string;
    };
    readonly prices: {
      /** Prices */
      readonly title: string;
      /** Two offers side by side. */
      readonly description: string;
      /** What it costs */
      readonly heading: string;
      /** Small */
      readonly small: string;
      /** Large */
      readonly large: string;
      /** Price per month */
      readonly price: string;
      /** One thing that is included */
      readonly firstPart: string;
      /** Another one */
      readonly secondPart: string;
      /** Choose */
      readonly choose: string;
    };
    readonly contact: {
      /** Contact */
      readonly title: string;
      /** Address, opening hours and e-mail. */
      readonly description: string;
      /** Come by or write */
      readonly heading: string;
      /** Address */
      readonly address: string;
      /** Street and number, town */
      readonly addressText: string;
      /** Opening hours */
      readonly hours: string;
      /** Monday to Friday, 9:00 to 17:00 */
      readonly hoursText: string;
      /** Message */
      readonly message: string;
      /** hello@example.com */
      readonly messageText: string;
    };
    readonly newestPosts: {
      /** Newest posts */
      readonly title: string;
      /** The three newest posts with their pictures. */
      readonly description: string;
      /** From the blog */
      readonly heading: string;
    };
  };
}
