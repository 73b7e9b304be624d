// Written by `npm run i18n` from the English messages.

export interface Catalogue {
  /** Nestpress */
  readonly product: string;
  /** Loading… */
  readonly loading: string;
  /** Skip to content */
  readonly skipToContent: string;
  /** None */
  readonly none: string;
  readonly actions: {
    /** Save */
    readonly save: string;
    /** Cancel */
    readonly cancel: string;
    /** Close */
    readonly close: string;
    /** Dismiss */
    readonly dismiss: string;
    /** Delete */
    readonly delete: string;
    /** Delete permanently */
    readonly deleteForever: string;
    /** Move to trash */
    readonly trash: string;
    /** Restore */
    readonly restore: string;
    /** Edit */
    readonly edit: string;
    /** View */
    readonly view: string;
    /** Preview */
    readonly preview: string;
    /** Try again */
    readonly retry: string;
    /** Copy */
    readonly copy: string;
    /** Copied */
    readonly copied: string;
    /** Add */
    readonly add: string;
    /** Apply */
    readonly apply: string;
    /** Show */
    readonly show: string;
    /** Hide */
    readonly hide: string;
    /** Remove */
    readonly remove: string;
    /** Undo */
    readonly undo: string;
    /** Choose */
    readonly choose: string;
    /** Back */
    readonly back: string;
    /** Create */
    readonly create: string;
  };
  /** just now */
  readonly justNow: string;
  readonly errors: {
    /** The server cannot be reached. Check the connection and try again. */
    readonly offline: string;
    /** Something went wrong. */
    readonly unknown: string;
    /** The server responded with an error ({status}). */
    readonly status: (values: { status: string | number }) => string;
    /** The server sent a response that cannot be read ({status}). */
    readonly unreadable: (values: { status: string | number }) => string;
    /** There is no such page */
    readonly notFound: string;
    /** The extension {name} cannot be shown. The browser’s log says why. */
    readonly extension: (values: { name: string | number }) => string;
    /** The address may be mistyped, the item may be deleted, or your account may not see it. */
    readonly notFoundText: string;
    /** Your account may not open this page */
    readonly forbidden: string;
    /** An administrator can give your account another role. */
    readonly forbiddenText: string;
    /** The text could not be copied. Select it and copy it with the keyboard. */
    readonly clipboard: string;
    /** This page could not be displayed */
    readonly crashed: string;
  };
  readonly nav: {
    /** Main */
    readonly label: string;
    /** Open navigation */
    readonly open: string;
    /** Close navigation */
    readonly close: string;
    /** Overview */
    readonly home: string;
    /** Media */
    readonly media: string;
    /** Comments */
    readonly comments: string;
    /** Users */
    readonly users: string;
    /** Your profile */
    readonly profile: string;
    /** Settings */
    readonly settings: string;
    /** Forms */
    readonly forms: string;
    /** Form inbox */
    readonly inbox: string;
    /** Popups */
    readonly popups: string;
    /** Cache */
    readonly cache: string;
    /** Webhooks */
    readonly webhooks: string;
    /** Menus */
    readonly menus: string;
    /** Audit log */
    readonly auditLog: string;
    /** Agents */
    readonly agents: string;
    /** Health */
    readonly health: string;
    /** Engagement */
    readonly engagement: string;
    /** Extensions */
    readonly extensions: string;
    /** Administration */
    readonly administration: string;
    /** View site */
    readonly viewSite: string;
    /** Sign out */
    readonly signOut: string;
    /** Use the dark theme */
    readonly dark: string;
    /** Use the light theme */
    readonly light: string;
    /** Redirects */
    readonly redirects: string;
    /** Appearance */
    readonly appearance: string;
    /** GraphiQL */
    readonly graphiql: string;
    /** Import and export */
    readonly transfer: string;
    /** Review */
    readonly review: string;
  };
  readonly palette: {
    /** Search or go to */
    readonly title: string;
    /** Search or go to… */
    readonly placeholder: string;
    /** Results */
    readonly results: string;
    /** Nothing found. */
    readonly none: string;
    /** Switch between the light and the dark theme */
    readonly theme: string;
    /** Ctrl K */
    readonly keys: string;
  };
  readonly signIn: {
    /** Sign in */
    readonly title: string;
    /** Username or email address */
    readonly login: string;
    /** Password */
    readonly password: string;
    /** Stay signed in for two weeks */
    readonly remember: string;
    /** Sign in with {name} */
    readonly withProvider: (values: { name: string | number }) => string;
    /** The sign-in with {name} did not work. Try again, or ask your administrator. */
    readonly providerFailed: (values: { name: string | number }) => string;
    /** Sign in */
    readonly submit: string;
    /** Forgot your password? */
    readonly forgotten: string;
    /** Code of your authenticator app */
    readonly code: string;
    /** Six digits. Without the app, enter one of your recovery codes. */
    readonly codeHelp: string;
    /** Sign in with another account */
    readonly otherAccount: string;
    /** Too many failed attempts. Try again in {duration}. */
    readonly locked: (values: { duration: string | number }) => string;
    /** Your session has ended */
    readonly expired: string;
    /** Sign in again to continue. What you typed is still on the page and will be saved afterwards. */
    readonly expiredText: string;
    /** This site has no administrator yet. Open the set-up link that the service printed when it started. */
    readonly setupHint: string;
  };
  readonly setup: {
    /** Set up your site */
    readonly title: string;
    /** Choose a name for the site and create your administrator account. All but the username can be changed later. */
    readonly intro: string;
    /** Site title */
    readonly siteTitle: string;
    /** Language of the site */
    readonly language: string;
    /** Also that of this console, for users who have not chosen another. */
    readonly languageHelp: string;
    /** How do you want to write? */
    readonly kind: string;
    readonly kinds: {
      readonly blocks: {
        /** Blocks */
        readonly label: string;
        /** Pages put together from text, pictures, columns and more, as in WordPress 7.1. */
        readonly help: string;
      };
      readonly classic: {
        /** Classic */
        readonly label: string;
        /** One text with a toolbar, as in WordPress 4.9. */
        readonly help: string;
      };
    };
    /** Username */
    readonly login: string;
    /** Email address */
    readonly email: string;
    /** Password */
    readonly password: string;
    /** At least 12 characters. A few unrelated words make a good password. */
    readonly passwordHelp: string;
    /** Use at least 12 characters. */
    readonly short: string;
    /** Create the site */
    readonly submit: string;
    /** This link is incomplete. Open the set-up link exactly as the service printed it. */
    readonly noToken: string;
    /** This site is set up already. The link has done its work: sign in with the account that was made with it. */
    readonly used: string;
  };
  readonly password: {
    /** Forgot your password? */
    readonly forgotten: string;
    /** Enter your username or email address. If there is such an account, a link to choose a new password is sent to its email address. */
    readonly forgottenText: string;
    /** Send the link */
    readonly send: string;
    /** Check your mailbox */
    readonly sentTitle: string;
    /** If there is such an account, a message is on its way. The link in it works once, for one hour. */
    readonly sentText: string;
    /** This site sends no mail. Ask an administrator for a link: it is made on your page under “Users”. */
    readonly noMail: string;
    /** Back to the sign-in */
    readonly toSignIn: string;
    /** Choose a password */
    readonly choose: string;
    /** For the account “{login}”. */
    readonly chooseFor: (values: { login: string | number }) => string;
    /** Save the password */
    readonly submit: string;
    /** This link does not work */
    readonly invalid: string;
    /** Ask for a new link */
    readonly askAgain: string;
    /** Your password is saved. Sign in with it and the code of your authenticator app. */
    readonly chosen: string;
  };
  readonly home: {
    /** Welcome, {name} */
    readonly welcome: (values: { name: string | number }) => string;
    /** Write a post */
    readonly write: string;
    /** Upload media */
    readonly upload: string;
    /** Recent drafts */
    readonly drafts: string;
    /** No drafts. Everything you started is published. */
    readonly noDrafts: string;
    /** Scheduled */
    readonly scheduled: string;
    /** Needs attention */
    readonly attention: string;
    /** {count, plural, one {# health check fails} other {# health checks fail}} */
    readonly errors: (values: { count: number }) => string;
    /** {count, plural, one {# health check has} other {# health checks have}} a warning */
    readonly warnings: (values: { count: number }) => string;
    /** {count, plural, one {# message was} other {# messages were}} not delivered */
    readonly failedMail: (values: { count: number }) => string;
    /** {count, plural, one {# post waits} other {# posts wait}} for review */
    readonly review: (values: { count: number }) => string;
    readonly steps: {
      /** First steps */
      readonly title: string;
      /** Say in a few words what the site is about */
      readonly describe: string;
      /** Publish your first post */
      readonly write: string;
      /** Upload a picture */
      readonly picture: string;
      /** Write a page about yourself */
      readonly page: string;
      /** Invite somebody */
      readonly invite: string;
      /** Protect your account with a second factor */
      readonly secure: string;
      /** done */
      readonly done: string;
    };
    /** Page views */
    readonly pageViews: string;
    /** {days, plural, =1 {today, of pages of the site} other {in the last # days, of pages of the site}} */
    readonly viewsOf: (values: { days: number }) => string;
    /** Recently published */
    readonly published: string;
    /** Nothing is published yet. */
    readonly noPublished: string;
    /** {count, plural, one {# comment waits} other {# comments wait}} for moderation */
    readonly pending: (values: { count: number }) => string;
    /** Your account can sign in and change its profile. Ask an administrator if you need more. */
    readonly nothing: string;
    readonly sample: {
      /** {count, plural, one {One post or page is} other {# posts and pages are}} sample content. */
      readonly note: (values: { count: number }) => string;
      /** Delete the sample content */
      readonly delete: string;
      /** Delete the sample content? */
      readonly question: string;
      /** {entries, plural, one {One sample post or page} other {# sample posts and pages}} and {comments, plural, one {one comment} other {# comments}} are deleted permanently, with the categories and tags that nothing uses then. What you have changed, and what visitors have commented on, stays. */
      readonly text: (values: { entries: number; comments: number }) => string;
      /** The sample content is deleted. */
      readonly deleted: string;
    };
  };
  readonly review: {
    /** Nothing waits for you */
    readonly empty: string;
    /** Entries that authors submit appear here. */
    readonly emptyText: string;
    /** {title}: {status} */
    readonly decided: (values: { title: string | number; status: string | number }) => string;
    /** {decision}: {title} */
    readonly decide: (values: { decision: string | number; title: string | number }) => string;
    /** {count, plural, one {Show # entry} other {Show all # entries}} */
    readonly all: (values: { count: number }) => string;
  };
  readonly lists: {
    /** Pages of the list */
    readonly pagination: string;
    /** {count, plural, one {# item} other {# items}} */
    readonly total: (values: { count: number }) => string;
    /** Page {page, number} of {pages, number} */
    readonly pageOf: (values: { page: number; pages: number }) => string;
    /** Previous */
    readonly previous: string;
    /** Next */
    readonly next: string;
    /** Select all on this page */
    readonly selectAll: string;
    /** Select “{name}” */
    readonly select: (values: { name: string | number }) => string;
    /** {count, number} selected */
    readonly selected: (values: { count: number }) => string;
    /** Bulk action */
    readonly bulk: string;
    /** All months */
    readonly allMonths: string;
    /** All authors */
    readonly allAuthors: string;
    /** {kind, select, category {All categories} post_tag {All tags} other {All {name}}} */
    readonly allTerms: (values: { kind: string | number; name: string | number }) => string;
    /** Month */
    readonly month: string;
    /** Author */
    readonly author: string;
    /** Clear filters */
    readonly clear: string;
    /** Nothing matches */
    readonly nothing: string;
    /** Try other words or clear the filters. */
    readonly nothingText: string;
    /** Columns */
    readonly columns: string;
    /** {failed, number} of {all, number} could not be changed: {why} */
    readonly bulkFailed: (values: { failed: number; all: number; why: string | number }) => string;
    /** Select all {count, number} */
    readonly selectEverything: (values: { count: number }) => string;
    /** Clear selection */
    readonly clearSelection: string;
    /** {done, number} of {all, number} */
    readonly progress: (values: { done: number; all: number }) => string;
    /** {count, plural, one {# item} other {# items}} deleted */
    readonly deleted: (values: { count: number }) => string;
    /** You can undo this while the message about it is shown. After that, nothing can bring them back. */
    readonly deleteText: string;
    /** Saved views */
    readonly views: string;
    /** Name of this view */
    readonly viewName: string;
    /** Save this view */
    readonly saveView: string;
    /** Delete the view “{name}” */
    readonly deleteView: (values: { name: string | number }) => string;
    /** None yet. Filter the list, then save it under a name. */
    readonly noViews: string;
  };
  readonly status: {
    /** All */
    readonly any: string;
    /** All */
    readonly all: string;
    /** Mine */
    readonly mine: string;
    /** Published */
    readonly publish: string;
    /** Scheduled */
    readonly future: string;
    /** Draft */
    readonly draft: string;
    /** Pending review */
    readonly pending: string;
    /** Private */
    readonly private: string;
    /** Trash */
    readonly trash: string;
    /** Drafts */
    readonly drafts: string;
  };
  readonly entries: {
    /** {kind, select, post {New post} page {New page} other {New {name}}} */
    readonly add: (values: { kind: string | number; name: string | number }) => string;
    /** {kind, select, post {No posts yet} page {No pages yet} other {No {name} yet}} */
    readonly empty: (values: { kind: string | number; name: string | number }) => string;
    /** {kind, select, post {Search posts} page {Search pages} other {Search {name}}} */
    readonly search: (values: { kind: string | number; name: string | number }) => string;
    /** What you write appears here, whether published or not. */
    readonly emptyText: string;
    /** The trash is empty */
    readonly emptyTrash: string;
    /** Status */
    readonly tabs: string;
    readonly columns: {
      /** Title */
      readonly title: string;
      /** Author */
      readonly author: string;
      /** Date */
      readonly date: string;
      /** Status */
      readonly status: string;
      /** Modified */
      readonly modified: string;
      /** Comments */
      readonly comments: string;
    };
    /** (no title) */
    readonly untitled: string;
    /** Sticky */
    readonly sticky: string;
    /** Password protected */
    readonly protected: string;
    /** Quick edit */
    readonly quickEdit: string;
    /** Publish */
    readonly publish: string;
    /** Switch to draft */
    readonly toDraft: string;
    /** {count, plural, one {# item} other {# items}} moved to the trash */
    readonly trashed: (values: { count: number }) => string;
    /** {count, plural, one {# item} other {# items}} changed */
    readonly changed: (values: { count: number }) => string;
    /** {count, plural, one {# item} other {# items}} restored */
    readonly restored: (values: { count: number }) => string;
    /** {count, plural, one {# item is} other {# items are}} as before */
    readonly undone: (values: { count: number }) => string;
    /** Delete {count, plural, one {# item} other {# items}} permanently? */
    readonly deleteQuestion: (values: { count: number }) => string;
    /** This cannot be undone. */
    readonly deleteText: string;
    /** Actions for “{name}” */
    readonly rowActions: (values: { name: string | number }) => string;
  };
  readonly bulkEdit: {
    /** Edit */
    readonly open: string;
    /** Edit {count, plural, one {# item} other {# items}} */
    readonly title: (values: { count: number }) => string;
    /** No change */
    readonly noChange: string;
    readonly terms: {
      /** Add */
      readonly add: string;
      /** Remove */
      readonly delete: string;
      /** Replace all */
      readonly replace: string;
    };
    /** {kind, select, category {Change of categories} post_tag {Change of tags} other {Change of {name}}} */
    readonly how: (values: { kind: string | number; name: string | number }) => string;
    readonly comments: {
      /** Open */
      readonly open: string;
      /** Closed */
      readonly closed: string;
    };
    /** Apply to all */
    readonly apply: string;
  };
  readonly editor: {
    /** Slug */
    readonly slug: string;
    /** Date in {zone} */
    readonly dateIn: (values: { zone: string | number }) => string;
    /** Allow comments */
    readonly allowComments: string;
    /** Allow pingbacks and trackbacks */
    readonly allowPings: string;
    /** Parent */
    readonly parent: string;
    /** Order */
    readonly order: string;
    /** Not saved: {why} */
    readonly notSaved: (values: { why: string | number }) => string;
    /** The browser has no room to store unsaved changes. Save often. */
    readonly noRoom: string;
    /** READ MORE */
    readonly more: string;
    /** PAGE BREAK */
    readonly pageBreak: string;
    readonly blockFormats: {
      /** Paragraph */
      readonly paragraph: string;
      /** Heading 2 */
      readonly heading2: string;
      /** Heading 3 */
      readonly heading3: string;
      /** Heading 4 */
      readonly heading4: string;
      /** Preformatted */
      readonly preformatted: string;
    };
    /** Add media */
    readonly addMedia: string;
    /** Content */
    readonly content: string;
    /** Content as HTML */
    readonly contentHtml: string;
    /** Editor mode */
    readonly mode: string;
    /** Visual */
    readonly visual: string;
    /** HTML */
    readonly html: string;
    /** This content was written with a block editor. It is shown as HTML, because visual mode would damage its blocks. An administrator can set up an editor for blocks. */
    readonly blocks: string;
    /** Visual mode would change parts of this content ({lost}), so it is shown as HTML. */
    readonly lossy: (values: { lost: string | number }) => string;
    /** Use visual mode anyway */
    readonly visualAnyway: string;
    /** Insert */
    readonly insert: string;
    readonly inserts: {
      /** Image or file */
      readonly image: string;
      /** Gallery */
      readonly gallery: string;
      /** Embed */
      readonly embed: string;
      /** Heading 2 */
      readonly heading2: string;
      /** Heading 3 */
      readonly heading3: string;
      /** List */
      readonly list: string;
      /** Numbered list */
      readonly numbered: string;
      /** Quote */
      readonly quote: string;
      /** Table */
      readonly table: string;
      /** Code */
      readonly code: string;
      /** Horizontal rule */
      readonly rule: string;
      /** Read more */
      readonly more: string;
      /** Page break */
      readonly pageBreak: string;
    };
    /** Gallery */
    readonly gallery: string;
    /** Edit gallery */
    readonly editGallery: string;
    /** Edit embed */
    readonly editEmbed: string;
    /** Embed */
    readonly embedTitle: string;
    /** Address of the page, video or post to embed */
    readonly embedUrl: string;
    /** Enter a complete address that begins with https:// */
    readonly embedInvalid: string;
    /** Language */
    readonly language: string;
    /** Code in the text */
    readonly inlineCode: string;
    /** {all, plural, =1 {Uploading {name}} other {Uploading {name} ({index, number} of {all, number})}} */
    readonly uploading: (values: { all: number; name: string | number; index: number }) => string;
    /** {name} was not uploaded: {why} */
    readonly notUploaded: (values: { name: string | number; why: string | number }) => string;
    readonly link: {
      /** Link */
      readonly title: string;
      /** Address or words of a post or page */
      readonly target: string;
      /** Paste an address, or type a few words to find an entry of this site. */
      readonly targetHelp: string;
      /** Entries found */
      readonly found: string;
      /** Text of the link */
      readonly text: string;
      /** Open in a new tab */
      readonly newTab: string;
      /** Remove the link */
      readonly delete: string;
      /** Nothing was found. Enter other words, or an address such as https://example.org. */
      readonly noneFound: string;
    };
    readonly image: {
      /** Image */
      readonly title: string;
      /** Edit image */
      readonly edit: string;
      /** Replace */
      readonly replace: string;
      /** Size */
      readonly size: string;
      /** As resized */
      readonly ownSize: string;
      readonly sizes: {
        /** Thumbnail */
        readonly thumbnail: string;
        /** Medium */
        readonly medium: string;
        /** Medium large */
        readonly medium_large: string;
        /** Large */
        readonly large: string;
        /** Full size */
        readonly full: string;
      };
      /** Alignment */
      readonly align: string;
      readonly aligns: {
        /** None */
        readonly none: string;
        /** Left */
        readonly left: string;
        /** Centre */
        readonly center: string;
        /** Right */
        readonly right: string;
      };
      /** Link to */
      readonly link: string;
      /** Link to the whole picture */
      readonly linkToFile: string;
    };
    /** {count, plural, one {# word} other {# words}} */
    readonly words: (values: { count: number }) => string;
    /** {minutes, plural, other {# min read}} */
    readonly readingTime: (values: { minutes: number }) => string;
    /** Publishing */
    readonly publishing: string;
    /** Visibility */
    readonly visibility: string;
    readonly visibilities: {
      /** Public */
      readonly public: string;
      /** Password protected */
      readonly password: string;
      /** Private */
      readonly private: string;
    };
    /** Password for visitors */
    readonly password: string;
    /** Without a password, everybody can read it. */
    readonly passwordMissing: string;
    /** Publication date */
    readonly date: string;
    /** Empty: when you publish. Time zone: {zone} */
    readonly immediately: (values: { zone: string | number }) => string;
    /** Time zone: {zone} */
    readonly zone: (values: { zone: string | number }) => string;
    /** Will be published on {date}. */
    readonly scheduledFor: (values: { date: string | number }) => string;
    /** Featured image */
    readonly featuredImage: string;
    /** Choose an image */
    readonly chooseImage: string;
    /** Set featured image */
    readonly setFeatured: string;
    /** Permalink */
    readonly permalink: string;
    /** Replace */
    readonly replaceImage: string;
    /** Attributes */
    readonly attributes: string;
    /** Format */
    readonly format: string;
    readonly formats: {
      /** Standard */
      readonly standard: string;
      /** Aside */
      readonly aside: string;
      /** Chat */
      readonly chat: string;
      /** Gallery */
      readonly gallery: string;
      /** Link */
      readonly link: string;
      /** Image */
      readonly image: string;
      /** Quote */
      readonly quote: string;
      /** Status */
      readonly status: string;
      /** Video */
      readonly video: string;
      /** Audio */
      readonly audio: string;
    };
    /** Keep at the top of the home page */
    readonly sticky: string;
    /** Template */
    readonly template: string;
    /** Default template */
    readonly defaultTemplate: string;
    /** Discussion */
    readonly discussion: string;
    /** Add a title */
    readonly titlePlaceholder: string;
    /** Excerpt */
    readonly excerpt: string;
    /** A short summary for lists and feeds. Without one, the beginning of the content is used. */
    readonly excerptHelp: string;
    /** There are changes that are not saved. Leave this page? They stay stored in this browser. */
    readonly leave: string;
    /** Changes that were not saved ({ago}) have been restored from this browser. */
    readonly restored: (values: { ago: string | number }) => string;
    /** Discard them */
    readonly discard: string;
    /** Saving… */
    readonly saving: string;
    /** Unsaved changes */
    readonly unsaved: string;
    /** Saved {time} */
    readonly autosaved: (values: { time: string | number }) => string;
    /** There are changes that you typed {ago} and did not save, perhaps on another device. */
    readonly autosaveFound: (values: { ago: string | number }) => string;
    /** Saved */
    readonly allSaved: string;
    /** Saved */
    readonly saved: string;
    /** Save draft */
    readonly saveDraft: string;
    /** Publish */
    readonly publish: string;
    /** Schedule */
    readonly schedule: string;
    /** Submit for review */
    readonly submit: string;
    /** Update */
    readonly update: string;
    /** Published */
    readonly published: string;
    /** Scheduled */
    readonly scheduled: string;
    /** Preview: {title} */
    readonly previewOf: (values: { title: string | number }) => string;
    /** {count, plural, one {One picture could not be copied into the library. It is shown from its own address, which may expire.} other {# pictures could not be copied into the library. They are shown from their own addresses, which may expire.}} */
    readonly notCopied: (values: { count: number }) => string;
    /** Publish now */
    readonly publishNow: string;
    /** Switch to draft */
    readonly toDraft: string;
    /** Withdraw for review */
    readonly toPending: string;
    /** This date is past: saving publishes the post at once. */
    readonly dateIsPast: string;
    /** This date lies ahead: saving takes the post offline until then. */
    readonly dateIsFuture: string;
    /** Plain text */
    readonly plainText: string;
    readonly toolbar: {
      /** Bold */
      readonly Bold: string;
      /** Italic */
      readonly Italic: string;
      /** Strikethrough */
      readonly Strikethrough: string;
      /** Bullet list */
      readonly 'Bullet list': string;
      /** Numbered list */
      readonly 'Numbered list': string;
      /** Blockquote */
      readonly Blockquote: string;
      /** Undo */
      readonly Undo: string;
      /** Redo */
      readonly Redo: string;
      /** Align left */
      readonly 'Align left': string;
      /** Align center */
      readonly 'Align center': string;
      /** Align right */
      readonly 'Align right': string;
      /** Special character */
      readonly 'Special character': string;
      /** Special Character */
      readonly 'Special Character': string;
      /** Clear formatting */
      readonly 'Clear formatting': string;
      /** Find and replace */
      readonly 'Find and replace': string;
      /** Find and Replace */
      readonly 'Find and Replace': string;
      /** Find */
      readonly Find: string;
      /** Replace with */
      readonly 'Replace with': string;
      /** Replace */
      readonly Replace: string;
      /** Replace all */
      readonly 'Replace all': string;
      /** Previous */
      readonly Previous: string;
      /** Next */
      readonly Next: string;
      /** Preferences */
      readonly Preferences: string;
      /** Match case */
      readonly 'Match case': string;
      /** Find whole words only */
      readonly 'Find whole words only': string;
      /** Find in selection */
      readonly 'Find in selection': string;
      /** Close */
      readonly Close: string;
      /** Cancel */
      readonly Cancel: string;
      /** Save */
      readonly Save: string;
      /** Search */
      readonly Search: string;
      /** All */
      readonly All: string;
      /** Blocks */
      readonly Blocks: string;
      /** Reveal or hide additional toolbar items */
      readonly 'Reveal or hide additional toolbar items': string;
      /** Table properties */
      readonly 'Table properties': string;
      /** Delete table */
      readonly 'Delete table': string;
      /** Insert row before */
      readonly 'Insert row before': string;
      /** Insert row after */
      readonly 'Insert row after': string;
      /** Delete row */
      readonly 'Delete row': string;
      /** Insert column before */
      readonly 'Insert column before': string;
      /** Insert column after */
      readonly 'Insert column after': string;
      /** Delete column */
      readonly 'Delete column': string;
    };
  };
  readonly preview: {
    /** Width */
    readonly width: string;
    readonly widths: {
      /** Full width */
      readonly desktop: string;
      /** Phone */
      readonly phone: string;
    };
    /** Follows the editor in the other tab. */
    readonly follows: string;
    /** Link for others */
    readonly share: string;
  };
  readonly search: {
    /** Search and social networks */
    readonly title: string;
    /** Save the draft to write a title and description for search engines and social networks. */
    readonly unsaved: string;
    /** Title */
    readonly titleField: string;
    /** Empty: the title of the entry. About 60 characters are shown{length, plural, =0 {} other {; these are #}}. */
    readonly titleHelp: (values: { length: number }) => string;
    /** Description */
    readonly description: string;
    /** Empty: the excerpt. About 160 characters are shown{length, plural, =0 {} other {; these are #}}. */
    readonly descriptionHelp: (values: { length: number }) => string;
    /** Image */
    readonly image: string;
    /** The featured image is used. */
    readonly imageHelp: string;
    /** Translations */
    readonly translations: string;
    /** One per line: the language and the address, such as “de https://site.example/de/tide/”. */
    readonly translationsHelp: string;
    /** How a link to the entry looks */
    readonly card: string;
    /** Hide from search engines */
    readonly noindex: string;
    /** Address of the original */
    readonly canonical: string;
    /** If the same text was published elsewhere first. Empty: this entry is the original. */
    readonly canonicalHelp: string;
    /** Save search settings */
    readonly save: string;
    /** This could not be saved. */
    readonly failed: string;
  };
  readonly entryFields: {
    /** Custom fields and language */
    readonly title: string;
    /** They open in a new tab and are saved there. */
    readonly elsewhere: string;
    /** Edit custom fields and language */
    readonly open: string;
  };
  readonly goneEntry: {
    /** This entry is in the trash. It cannot be saved until it is restored. */
    readonly inTrash: string;
    /** This entry was deleted while it was open. What you see here is still yours: save it as a new draft. */
    readonly deleted: string;
    /** Restore */
    readonly restore: string;
    /** Save as a new draft */
    readonly saveAsNew: string;
  };
  readonly entryLanguage: {
    /** Language */
    readonly title: string;
    /** Language */
    readonly language: string;
    /** Default language */
    readonly byDefault: string;
    /** Translations */
    readonly translations: string;
    /** No translation yet */
    readonly missing: string;
    /** Translate into {name} */
    readonly create: (values: { name: string | number }) => string;
    /** Edit the {name} translation */
    readonly open: (values: { name: string | number }) => string;
    /** Unlink the {name} translation */
    readonly unlink: (values: { name: string | number }) => string;
    /** Save the entry to translate it. */
    readonly unsaved: string;
    /** Languages are changed in WordPress. */
    readonly readOnly: string;
  };
  readonly terms: {
    /** Type a name and press Enter */
    readonly typeHelp: string;
    /** {kind, select, category {Add a category} post_tag {Add a tag} other {Add a {name}}} */
    readonly addIn: (values: { kind: string | number; name: string | number }) => string;
    /** {kind, select, category {New category} post_tag {New tag} other {New {name}}} */
    readonly add: (values: { kind: string | number; name: string | number }) => string;
    /** Edit “{name}” */
    readonly edit: (values: { name: string | number }) => string;
    /** {kind, select, category {Name of the category} post_tag {Name of the tag} other {Name of the {name}}} */
    readonly nameOf: (values: { kind: string | number; name: string | number }) => string;
    /** Remove “{name}” */
    readonly remove: (values: { name: string | number }) => string;
    /** {kind, select, category {There is no such category, and your account may not create one.} post_tag {There is no such tag, and your account may not create one.} other {There is no such {name}, and your account may not create one.}} */
    readonly noNew: (values: { kind: string | number; name: string | number }) => string;
    /** {kind, select, category {Search categories} post_tag {Search tags} other {Search {name}}} */
    readonly search: (values: { kind: string | number; name: string | number }) => string;
    /** {kind, select, category {No categories yet} post_tag {No tags yet} other {No {name} yet}} */
    readonly empty: (values: { kind: string | number; name: string | number }) => string;
    /** They group entries and have pages of their own on the site. */
    readonly emptyText: string;
    /** Name */
    readonly name: string;
    /** Slug */
    readonly slug: string;
    /** The last part of its address. Empty: made from the name. */
    readonly slugHelp: string;
    /** Description */
    readonly description: string;
    /** Entries */
    readonly count: string;
    /** Delete “{name}”? */
    readonly deleteQuestion: (values: { name: string | number }) => string;
    /** Entries that have it lose it; nothing else of them changes. */
    readonly deleteText: string;
    /** New parent */
    readonly newParent: string;
  };
  readonly fields: {
    /** Fields */
    readonly title: string;
    /** One value per line. */
    readonly perLine: string;
    /** JSON */
    readonly json: string;
    /** This is not valid JSON. The last valid value is used. */
    readonly invalidJson: string;
    /** Not set */
    readonly unset: string;
    /** Yes */
    readonly yes: string;
    /** No */
    readonly no: string;
    /** Groups of fields */
    readonly tabs: string;
    /** General */
    readonly general: string;
    /** has errors */
    readonly hasErrors: string;
    /** Move {name}, position {position} of {count} */
    readonly handle: (values: { name: string | number; position: string | number; count: string | number }) => string;
    /** Drag, or press the arrow keys */
    readonly handleHelp: string;
    /** Add a row */
    readonly addRow: string;
    /** Add a section */
    readonly addLayout: string;
    /** {name} (switched off) */
    readonly switchedOff: (values: { name: string | number }) => string;
    /** Row {number} */
    readonly row: (values: { number: string | number }) => string;
    /** Remove {name} */
    readonly removeRow: (values: { name: string | number }) => string;
    /** Add files */
    readonly addFiles: string;
    /** Choose a file */
    readonly chooseFile: string;
    /** Find for {name} */
    readonly find: (values: { name: string | number }) => string;
    /** Type to search */
    readonly findHelp: string;
    /** Opens */
    readonly target: string;
    /** Latitude */
    readonly latitude: string;
    /** Longitude */
    readonly longitude: string;
    /** Zoom */
    readonly zoom: string;
    /** Source of the icon */
    readonly iconSource: string;
    readonly iconSources: {
      /** Dashicons */
      readonly dashicons: string;
      /** Media library */
      readonly media_library: string;
      /** Address */
      readonly url: string;
    };
    /** Name or address of the icon */
    readonly iconName: string;
  };
  readonly conflict: {
    /** This entry was changed in the meantime */
    readonly title: string;
    /** Another version was saved {ago}. Nothing of yours is lost: compare both and choose. */
    readonly text: (values: { ago: string | number }) => string;
    /** Saved version */
    readonly theirVersion: string;
    /** Your version */
    readonly yourVersion: string;
    /** Save my version */
    readonly mine: string;
    /** Use the saved version */
    readonly theirs: string;
    /** Continue editing */
    readonly cancel: string;
    /** {name} saved another version {ago}. Nothing of yours is lost: choose what is kept. */
    readonly textBy: (values: { name: string | number; ago: string | number }) => string;
    /** You, in another tab or on another device, */
    readonly you: string;
    /** Save the selection */
    readonly join: string;
    /** Nothing here */
    readonly nothing: string;
  };
  readonly revisions: {
    /** Revisions */
    readonly title: string;
    readonly fields: {
      /** Title */
      readonly title: string;
      /** Content */
      readonly content: string;
      /** Excerpt */
      readonly excerpt: string;
    };
    /** There is no difference in title, content or excerpt. */
    readonly same: string;
    /** {count, plural, one {# revision} other {# revisions}} */
    readonly count: (values: { count: number }) => string;
    /** No revisions yet */
    readonly none: string;
    /** A revision is stored whenever a saved change replaces an earlier text. */
    readonly noneText: string;
    /** autosave */
    readonly autosave: string;
    /** via {agent} */
    readonly via: (values: { agent: string | number }) => string;
    /** Current version */
    readonly current: string;
    /** Compare with */
    readonly compareWith: string;
    /** With current */
    readonly withCurrent: string;
    /** With previous */
    readonly withPrevious: string;
    /** Restore this revision */
    readonly restore: string;
    /** The revision of {date} has been restored. */
    readonly restored: (values: { date: string | number }) => string;
  };
  readonly media: {
    /** Media */
    readonly title: string;
    /** Upload files */
    readonly upload: string;
    /** Drop files here */
    readonly drop: string;
    /** Search media */
    readonly search: string;
    /** No media yet */
    readonly empty: string;
    /** Drop pictures, documents, audio or video anywhere on this page. */
    readonly emptyText: string;
    /** Type */
    readonly type: string;
    readonly types: {
      /** Images */
      readonly image: string;
      /** Video */
      readonly video: string;
      /** Audio */
      readonly audio: string;
      /** Documents */
      readonly application: string;
    };
    /** Grid */
    readonly grid: string;
    /** List */
    readonly list: string;
    /** View */
    readonly view: string;
    /** Insert */
    readonly insert: string;
    /** Uploads */
    readonly uploads: string;
    readonly states: {
      /** waiting */
      readonly waiting: string;
      /** uploading */
      readonly sending: string;
      /** processing */
      readonly processing: string;
      /** paused, no connection */
      readonly paused: string;
      /** done */
      readonly done: string;
      /** failed */
      readonly failed: string;
    };
    /** Progress of {name} */
    readonly progress: (values: { name: string | number }) => string;
    /** Cancel {name} */
    readonly cancel: (values: { name: string | number }) => string;
    /** File */
    readonly file: string;
    /** Dimensions */
    readonly dimensions: string;
    /** File size */
    readonly fileSize: string;
    /** Sizes */
    readonly sizes: string;
    /** Uploaded */
    readonly uploaded: string;
    /** Alternative text */
    readonly alt: string;
    /** Describes the picture for people who cannot see it. Leave it empty if the picture is decoration. */
    readonly altHelp: string;
    /** missing */
    readonly noAlt: string;
    /** Caption */
    readonly caption: string;
    /** Description */
    readonly description: string;
    /** Address of the file */
    readonly url: string;
    /** Open the file */
    readonly open: string;
    /** Used in */
    readonly usedIn: string;
    /** Not used in any entry that you can see. */
    readonly notUsed: string;
    readonly usedAs: {
      /** featured image */
      readonly featured: string;
      /** in the content */
      readonly content: string;
      /** uploaded to */
      readonly parent: string;
    };
    /** Delete “{name}” permanently? */
    readonly deleteQuestion: (values: { name: string | number }) => string;
    /** The file and all its sizes are deleted. Entries that use it will show a gap. */
    readonly deleteText: string;
  };
  readonly menus: {
    /** Links to pages, posts, categories and other addresses. Without a menu, the header of the site shows its pages. */
    readonly intro: string;
    /** New menu */
    readonly new: string;
    /** No menus yet */
    readonly empty: string;
    /** Name of the menu */
    readonly name: string;
    /** Show it in the header of the site */
    readonly main: string;
    /** Items */
    readonly items: string;
    /** No items yet. Add pages, posts, categories or links. */
    readonly noItems: string;
    readonly types: {
      /** Link */
      readonly custom: string;
      /** Entry */
      readonly post_type: string;
      /** Term */
      readonly taxonomy: string;
      /** All pages */
      readonly pages: string;
      /** Kept as it is */
      readonly block: string;
    };
    /** Block “{name}” */
    readonly block: (values: { name: string | number }) => string;
    /** {name} (blocks) */
    readonly ofBlocks: (values: { name: string | number }) => string;
    /** Kind */
    readonly kind: string;
    readonly kinds: {
      /** Menu */
      readonly menu: string;
      /** Navigation made of blocks */
      readonly navigation: string;
    };
    /** Navigation blocks show this menu. The header of the site shows the newest of these menus, unless another menu is in it. */
    readonly shownInBlocks: string;
    /** This menu cannot be edited here: one of its blocks is not closed. The block editor can repair it. */
    readonly unreadable: string;
    /** Move “{name}”, level {level, number} */
    readonly handle: (values: { name: string | number; level: number }) => string;
    /** Drag, or use the arrow keys: up and down to move, left and right to change the level. */
    readonly handleHelp: string;
    /** Move “{name}” up */
    readonly up: (values: { name: string | number }) => string;
    /** Move “{name}” down */
    readonly down: (values: { name: string | number }) => string;
    /** Put “{name}” below the item before it */
    readonly indent: (values: { name: string | number }) => string;
    /** Move “{name}” one level up */
    readonly outdent: (values: { name: string | number }) => string;
    /** Edit “{name}” */
    readonly edit: (values: { name: string | number }) => string;
    /** Remove “{name}” */
    readonly remove: (values: { name: string | number }) => string;
    /** Text */
    readonly text: string;
    /** Empty: “{label}”, also when that is renamed. */
    readonly textHelp: (values: { label: string | number }) => string;
    /** Address */
    readonly address: string;
    /** Add items */
    readonly add: string;
    /** What to add */
    readonly source: string;
    /** Search by name */
    readonly search: string;
    /** Add “{name}” */
    readonly addItem: (values: { name: string | number }) => string;
    /** Delete menu */
    readonly delete: string;
    /** Delete the menu “{name}”? */
    readonly deleteQuestion: (values: { name: string | number }) => string;
    /** The pages and posts that it leads to stay. */
    readonly deleteText: string;
    /** The menu has changes that are not saved. Leave this page? */
    readonly leave: string;
  };
  readonly alt: {
    /** Missing alternative text */
    readonly filter: string;
    /** Say what each picture shows. Pictures without a text stay in this list. */
    readonly intro: string;
    /** Alternative text of “{name}” */
    readonly of: (values: { name: string | number }) => string;
    /** Save {count, plural, one {# text} other {# texts}} */
    readonly save: (values: { count: number }) => string;
    /** {count, plural, one {# text} other {# texts}} saved */
    readonly saved: (values: { count: number }) => string;
    /** Every picture has an alternative text */
    readonly none: string;
    /** Nothing to do here. */
    readonly noneText: string;
  };
  readonly imageEditor: {
    /** Edit image */
    readonly open: string;
    /** Replace file */
    readonly replace: string;
    /** The file has been replaced. Its addresses are the same; browsers may show the former one for a day. */
    readonly replaced: string;
    /** Edit “{name}” */
    readonly title: (values: { name: string | number }) => string;
    /** What to edit */
    readonly mode: string;
    readonly modes: {
      /** Crop and rotate */
      readonly crop: string;
      /** Focal point */
      readonly focus: string;
    };
    /** Drag over the picture to choose what remains, or enter the edges in percent. */
    readonly cropHelp: string;
    /** Choose what cropped sizes show in any case: click on the picture, or use the fields. */
    readonly focusHelp: string;
    /** Left (%) */
    readonly left: string;
    /** Top (%) */
    readonly top: string;
    /** Width (%) */
    readonly width: string;
    /** Height (%) */
    readonly height: string;
    /** From the left (%) */
    readonly x: string;
    /** From the top (%) */
    readonly y: string;
    /** Shape */
    readonly shape: string;
    readonly shapes: {
      /** Free */
      readonly free: string;
      /** Square */
      readonly square: string;
      /** 4 : 3 */
      readonly '4:3': string;
      /** 3 : 2 */
      readonly '3:2': string;
      /** 16 : 9 */
      readonly '16:9': string;
    };
    /** Rotate left */
    readonly rotateLeft: string;
    /** Rotate right */
    readonly rotateRight: string;
    /** Mirror */
    readonly mirror: string;
    /** Reset */
    readonly wholeImage: string;
    /** Save as a copy */
    readonly copy: string;
    /** Replace the image */
    readonly inPlace: string;
    /** The edited copy is in the library. */
    readonly copied: string;
  };
  readonly comments: {
    /** Comments */
    readonly title: string;
    /** Keyboard: J and K move, X selects, A approves, U unapproves, S marks as spam, D moves to the trash, R replies, E edits. */
    readonly keys: string;
    readonly tabs: {
      /** Pending */
      readonly hold: string;
      /** Approved */
      readonly approve: string;
      /** Spam */
      readonly spam: string;
      /** Trash */
      readonly trash: string;
      /** All */
      readonly all: string;
    };
    /** Search comments */
    readonly search: string;
    /** Show all */
    readonly allPosts: string;
    /** Only comments on “{title}” */
    readonly ofPost: (values: { title: string | number }) => string;
    readonly empty: {
      /** Nothing to moderate */
      readonly hold: string;
      /** No comments yet */
      readonly approve: string;
      /** No spam */
      readonly spam: string;
      /** The trash is empty */
      readonly trash: string;
      /** No comments yet */
      readonly all: string;
    };
    /** New comments appear here. */
    readonly emptyText: string;
    /** Comment by {name} */
    readonly by: (values: { name: string | number }) => string;
    /** Anonymous */
    readonly anonymous: string;
    readonly actions: {
      /** Approve */
      readonly approve: string;
      /** Set to pending */
      readonly hold: string;
      /** Spam */
      readonly spam: string;
      /** Trash */
      readonly trash: string;
      /** Delete permanently */
      readonly delete: string;
    };
    readonly done: {
      /** Comment approved */
      readonly approve: string;
      /** Comment set to pending */
      readonly hold: string;
      /** Comment marked as spam */
      readonly spam: string;
      /** Comment moved to the trash */
      readonly trash: string;
      /** Comment deleted */
      readonly delete: string;
    };
    /** Delete this comment permanently? */
    readonly deleteQuestion: string;
    /** Reply */
    readonly reply: string;
    /** Reply to {name} */
    readonly replyTo: (values: { name: string | number }) => string;
    /** Reply published */
    readonly replied: string;
    /** Send reply */
    readonly send: string;
    /** Text of the comment */
    readonly text: string;
    /** Name */
    readonly authorName: string;
    /** Email address */
    readonly authorEmail: string;
    /** Website */
    readonly authorUrl: string;
    /** Select the comment by {name} */
    readonly select: (values: { name: string | number }) => string;
  };
  readonly users: {
    /** Users */
    readonly title: string;
    /** New user */
    readonly add: string;
    /** Search users */
    readonly search: string;
    /** Role */
    readonly role: string;
    /** All roles */
    readonly allRoles: string;
    readonly roles: {
      /** Administrator */
      readonly administrator: string;
      /** Editor */
      readonly editor: string;
      /** Author */
      readonly author: string;
      /** Contributor */
      readonly contributor: string;
      /** Subscriber */
      readonly subscriber: string;
    };
    /** Name */
    readonly name: string;
    /** Email address */
    readonly email: string;
    /** Registered */
    readonly registered: string;
    /** Username */
    readonly username: string;
    /** Usernames cannot be changed. */
    readonly usernameHelp: string;
    /** Display name */
    readonly displayName: string;
    /** A strong password is suggested. Copy it before you create the user. */
    readonly passwordHelp: string;
    /** Account */
    readonly account: string;
    /** About */
    readonly person: string;
    /** First name */
    readonly firstName: string;
    /** Last name */
    readonly lastName: string;
    /** Nickname */
    readonly nickname: string;
    /** Website */
    readonly website: string;
    /** Biography */
    readonly biography: string;
    /** New password */
    readonly newPassword: string;
    /** Empty: the password stays as it is. A new one ends all other sessions. */
    readonly newPasswordHelp: string;
    /** Delete user */
    readonly delete: string;
    /** Delete “{name}”? */
    readonly deleteQuestion: (values: { name: string | number }) => string;
    /** Give posts and pages to */
    readonly reassign: string;
    /** Everything this user wrote gets the chosen author. */
    readonly reassignHelp: string;
    /** Language */
    readonly language: string;
    /** Of the console, and of messages to this user. */
    readonly languageHelp: string;
    /** Language of the site */
    readonly siteLanguage: string;
    /** Picture */
    readonly picture: string;
    /** Shown beside the name on the pages of the site. A square image is best. */
    readonly pictureHelp: string;
  };
  readonly invite: {
    /** How the user gets a password */
    readonly how: string;
    /** Send an invitation by mail */
    readonly byMail: string;
    /** Get a link to pass on */
    readonly byLink: string;
    /** Choose a password yourself */
    readonly byPassword: string;
    /** The invitation is on its way to {email}. */
    readonly sent: (values: { email: string | number }) => string;
    /** Pass on this link */
    readonly linkTitle: string;
    /** With it the user chooses a password and signs in. It works once, for {days, plural, =0 {one hour} one {# day} other {# days}}, and is shown only here. */
    readonly linkText: (values: { days: number }) => string;
    /** Done */
    readonly done: string;
  };
  readonly access: {
    /** Password link */
    readonly title: string;
    /** With a link the user chooses a new password. The present one works until then. */
    readonly text: string;
    /** Send by mail */
    readonly send: string;
    /** The message is on its way. */
    readonly sent: string;
    /** Get a link */
    readonly copy: string;
  };
  readonly sessions: {
    /** Sessions */
    readonly title: string;
    /** Browsers that are signed in to this account. */
    readonly text: string;
    /** This browser */
    readonly current: string;
    /** {hasAddress, select, yes {signed in {ago} from {ip}} other {signed in {ago}}} */
    readonly started: (values: { hasAddress: string | number; ago: string | number; ip: string | number }) => string;
    /** until {date} */
    readonly expires: (values: { date: string | number }) => string;
    /** Sign out */
    readonly end: string;
    /** Sign out all others */
    readonly endOthers: string;
    /** Sign out everywhere */
    readonly endAll: string;
    /** Nobody is signed in. */
    readonly none: string;
    /** Unknown browser */
    readonly unknown: string;
  };
  readonly secondFactor: {
    /** Second factor */
    readonly title: string;
    /** Signing in needs only the password. With a second factor it also needs a code of an authenticator app on your phone. */
    readonly off: string;
    /** Signing in needs a code of your authenticator app. {left, plural, one {# recovery code is} other {# recovery codes are}} left. */
    readonly on: (values: { left: number }) => string;
    /** This user signs in with the password only. */
    readonly othersOff: string;
    /** This user signs in with a code of an authenticator app. If the phone is lost, turn it off here. */
    readonly othersOn: string;
    /** Set up */
    readonly setUp: string;
    /** Scan this code with your authenticator app, or enter the key by hand. */
    readonly scan: string;
    /** QR code of the key */
    readonly qr: string;
    /** Key */
    readonly key: string;
    /** Code that the app shows */
    readonly code: string;
    /** Turn on */
    readonly enable: string;
    /** Recovery codes */
    readonly codes: string;
    /** Each of them works once if you do not have your phone. They are shown only now: store them in a safe place. */
    readonly codesText: string;
    /** Download */
    readonly download: string;
    /** Turn off */
    readonly disable: string;
    /** Enter a code of the app or a recovery code. */
    readonly disableText: string;
    /** Turn off the second factor of this user? */
    readonly disableQuestion: string;
    /** The password alone is then enough to sign in. */
    readonly disableOther: string;
  };
  readonly identityLink: {
    /** Sign-in with {provider} */
    readonly title: (values: { provider: string | number }) => string;
    /** No user of {provider} is linked to this account. */
    readonly off: (values: { provider: string | number }) => string;
    /** A user of {provider} is linked to this account and can sign in to it. */
    readonly on: (values: { provider: string | number }) => string;
    /** Sign in at {provider} to link */
    readonly begin: (values: { provider: string | number }) => string;
    /** Link this account to “{name}”? Whoever signs in there as this user gets into it. */
    readonly question: (values: { name: string | number }) => string;
    /** Link */
    readonly confirm: string;
    /** The account is linked. */
    readonly done: string;
    /** Unlink */
    readonly unlink: string;
    /** Unlink this account from {provider}? */
    readonly unlinkQuestion: (values: { provider: string | number }) => string;
    /** The password is then needed to sign in, unless the e-mail addresses here and there are the same. */
    readonly unlinkText: string;
  };
  readonly authorize: {
    /** Authorize an application */
    readonly title: string;
    /** Do you want “{app}” to read and change {site} in your name? It gets a password of its own, which you can revoke in your profile. */
    readonly question: (values: { app: string | number; site: string | number }) => string;
    /** You return to {address}. */
    readonly returns: (values: { address: string | number }) => string;
    /** Yes, authorize it */
    readonly approve: string;
    /** No, do not authorize it */
    readonly refuse: string;
    /** The application sent an address or an ID that is not valid. */
    readonly invalid: string;
  };
  readonly connect: {
    /** Connect an agent */
    readonly title: string;
    /** Do you want “{agent}” to use {site} in your name? */
    readonly question: (values: { agent: string | number; site: string | number }) => string;
    /** It can read what you can read. */
    readonly reads: string;
    /** It can read what you can read, and write what you and the settings for agents allow. */
    readonly writes: string;
    /** The agent has registered itself and chosen this name. Continue only if you have just begun to connect it. */
    readonly selfNamed: string;
    /** You can disconnect it in your profile at any time. */
    readonly profile: string;
    /** Yes, connect it */
    readonly approve: string;
    /** No, do not connect it */
    readonly refuse: string;
  };
  readonly appTokens: {
    /** Signed-in apps */
    readonly title: string;
    /** Sign out */
    readonly revoke: string;
    /** Sign out {name}? */
    readonly revokeQuestion: (values: { name: string | number }) => string;
    /** The app has to sign in again before it can read or write. */
    readonly revokeText: string;
  };
  readonly appPasswords: {
    /** Application passwords */
    readonly title: string;
    /** For programs that use the REST API as this user. Each can be revoked without changing the password. */
    readonly intro: string;
    /** Name of the program */
    readonly name: string;
    /** Create */
    readonly create: string;
    /** The password for “{name}”. It is shown only this once: */
    readonly created: (values: { name: string | number }) => string;
    /** Created {ago} */
    readonly createdAt: (values: { ago: string | number }) => string;
    /** {hasAddress, select, yes {last used {ago} from {ip}} other {last used {ago}}} */
    readonly used: (values: { hasAddress: string | number; ago: string | number; ip: string | number }) => string;
    /** never used */
    readonly unused: string;
    /** Read only */
    readonly readOnly: string;
    /** Only these namespaces (empty: all) */
    readonly namespaces: string;
    /** Revoke */
    readonly revoke: string;
    /** Revoke the password of “{name}”? */
    readonly revokeQuestion: (values: { name: string | number }) => string;
    /** The program can no longer sign in. */
    readonly revokeText: string;
  };
  readonly settings: {
    /** Settings */
    readonly title: string;
    readonly groups: {
      /** Site */
      readonly general: string;
      /** Time and dates */
      readonly time: string;
      /** Writing and reading */
      readonly writing: string;
      /** Discussion */
      readonly discussion: string;
    };
    readonly labels: {
      /** Site title */
      readonly title: string;
      /** Tagline */
      readonly description: string;
      /** Address of the site */
      readonly url: string;
      /** Administration email address */
      readonly email: string;
      /** Language */
      readonly language: string;
      /** Time zone */
      readonly timezone: string;
      /** Date format */
      readonly date_format: string;
      /** Time format */
      readonly time_format: string;
      /** Weeks start on */
      readonly start_of_week: string;
      /** Default category */
      readonly default_category: string;
      /** Default post format */
      readonly default_post_format: string;
      /** Posts per page */
      readonly posts_per_page: string;
      /** Turn emoticons into pictures */
      readonly use_smilies: string;
      /** Comments on new posts */
      readonly default_comment_status: string;
      /** Pingbacks on new posts */
      readonly default_ping_status: string;
    };
    readonly help: {
      /** Changing it changes every link of the site. */
      readonly url: string;
      /** Of the pages of the site, and of the console for users who have not chosen another. */
      readonly language: string;
      /** For example F j, Y */
      readonly date_format: string;
      /** For example g:i a or H:i */
      readonly time_format: string;
    };
    /** Other format */
    readonly otherFormat: string;
    /** {name}: letters */
    readonly format: (values: { name: string | number }) => string;
    /** Allowed */
    readonly open: string;
    /** Closed */
    readonly closed: string;
    readonly publicSite: {
      /** Public site */
      readonly title: string;
      /** Site icon */
      readonly icon: string;
      /** A square image of at least 512 × 512 pixels. */
      readonly iconHelp: string;
      /** Front page */
      readonly frontPage: string;
      /** Page of the posts */
      readonly postsPage: string;
      /** The newest posts */
      readonly newestPosts: string;
      /** None */
      readonly none: string;
      /** Addresses of posts */
      readonly permalinks: string;
      readonly structures: {
        /** Day and name */
        readonly '/%year%/%monthnum%/%day%/%postname%/': string;
        /** Month and name */
        readonly '/%year%/%monthnum%/%postname%/': string;
        /** Name */
        readonly '/%postname%/': string;
        /** Number */
        readonly '/archives/%post_id%': string;
        /** Plain */
        readonly '': string;
      };
      /** Other structure */
      readonly custom: string;
      /** Structure */
      readonly structure: string;
      /** Begins with a slash and contains %postname% or %post_id%. */
      readonly structureHelp: string;
      /** For example {address}. Former addresses redirect to the new ones. */
      readonly example: (values: { address: string | number }) => string;
      /** a-walk-along-the-harbour */
      readonly exampleName: string;
    };
    readonly siteOptions: {
      readonly groups: {
        /** Search engines */
        readonly search: string;
        /** Image sizes */
        readonly images: string;
        /** Front end */
        readonly frontEnd: string;
      };
      /** In pixels, for images uploaded from now on. 0 means no limit. */
      readonly imagesHelp: string;
      readonly labels: {
        /** Search engines may list the site */
        readonly is_indexed: string;
        /** Thumbnails: width */
        readonly thumbnail_width: string;
        /** Thumbnails: height */
        readonly thumbnail_height: string;
        /** Crop thumbnails to exactly this size */
        readonly thumbnail_crop: string;
        /** Medium: largest width */
        readonly medium_width: string;
        /** Medium: largest height */
        readonly medium_height: string;
        /** Large: largest width */
        readonly large_width: string;
        /** Large: largest height */
        readonly large_height: string;
        /** Also sizes of 1536 and 2048 pixels, for wide screens */
        readonly wide_images: string;
        /** Format of the sizes */
        readonly image_format: string;
        /** Address */
        readonly front_end_url: string;
        /** Path of previews */
        readonly front_end_preview: string;
        /** Links in contents, feeds and search engines lead to the front end */
        readonly front_end_links: string;
      };
      readonly help: {
        /** Otherwise every page asks them not to. Whoever knows the address can still read the site. */
        readonly is_indexed: string;
        /** Of JPEG and PNG images. The original stays as it is. */
        readonly image_format: string;
        /** Such as https://www.site.example, without a slash at the end. Empty: the service shows its own pages. */
        readonly front_end_url: string;
        /** With placeholders, as the page about front ends in the documentation says. Empty: /api/preview, as our packages have it. */
        readonly front_end_preview: string;
      };
      readonly formats: {
        /** That of the image */
        readonly original: string;
        /** WebP: smaller, for every browser */
        readonly webp: string;
        /** AVIF: smallest, but slower to make */
        readonly avif: string;
      };
      /** A site of your own, such as one made with Next.js or Astro. Links of this service lead there, and previews open in it, after a few seconds. */
      readonly frontEndHelp: string;
    };
  };
  readonly forms: {
    /** Forms */
    readonly title: string;
    /** New form */
    readonly add: string;
    /** Search forms */
    readonly search: string;
    /** No forms yet */
    readonly empty: string;
    /** Create a contact form and put its shortcode into a page. */
    readonly emptyText: string;
    /** Shortcode */
    readonly shortcode: string;
    /** Put this shortcode into a post or page, where the form is to appear. */
    readonly shortcodeHelp: string;
    /** Delete the form “{title}”? */
    readonly deleteQuestion: (values: { title: string | number }) => string;
    /** The form has changes that are not saved. Leave this page? */
    readonly leave: string;
    /** Form template */
    readonly template: string;
    /** HTML with tags such as [text* your-name], [email* your-email], [textarea your-message] and [submit "Send"]. */
    readonly templateHelp: string;
    /** Mail */
    readonly mail: string;
    /** Second mail */
    readonly mail2: string;
    /** Send a second mail, for example to the visitor */
    readonly useMail2: string;
    readonly mailFields: {
      /** To */
      readonly recipient: string;
      /** From */
      readonly sender: string;
      /** Subject */
      readonly subject: string;
      /** Additional headers */
      readonly additional_headers: string;
      /** Message */
      readonly body: string;
      /** Attachments */
      readonly attachments: string;
    };
    /** Send as HTML */
    readonly html: string;
    /** Messages and settings */
    readonly messages: string;
    readonly messageLabels: {
      /** Message sent */
      readonly mail_sent_ok: string;
      /** Message not sent */
      readonly mail_sent_ng: string;
      /** Fields are missing or invalid */
      readonly validation_error: string;
      /** Message looks like spam */
      readonly spam: string;
      /** Terms not accepted */
      readonly accept_terms: string;
      /** Required field is empty */
      readonly invalid_required: string;
      /** Text too long */
      readonly invalid_too_long: string;
      /** Text too short */
      readonly invalid_too_short: string;
      /** Not a date */
      readonly invalid_date: string;
      /** Date too early */
      readonly date_too_early: string;
      /** Date too late */
      readonly date_too_late: string;
      /** File not uploaded */
      readonly upload_failed: string;
      /** File type not allowed */
      readonly upload_file_type_invalid: string;
      /** File too large */
      readonly upload_file_too_large: string;
      /** Upload interrupted */
      readonly upload_failed_php_error: string;
      /** Not a number */
      readonly invalid_number: string;
      /** Number too small */
      readonly number_too_small: string;
      /** Number too large */
      readonly number_too_large: string;
      /** Wrong answer to a question */
      readonly quiz_answer_not_correct: string;
      /** Wrong characters of a picture */
      readonly captcha_not_match: string;
      /** Not an email address */
      readonly invalid_email: string;
      /** Not a web address */
      readonly invalid_url: string;
      /** Not a telephone number */
      readonly invalid_tel: string;
    };
    /** Additional settings */
    readonly settings: string;
    /** One per line, for example skip_mail: on */
    readonly settingsHelp: string;
    /** Preview */
    readonly preview: string;
    /** Configuration */
    readonly problems: string;
    /** No problems found. */
    readonly noProblems: string;
    readonly modes: {
      /** Fields */
      readonly fields: string;
      /** Text */
      readonly text: string;
    };
    readonly builder: {
      /** Fields of the form */
      readonly fields: string;
      /** Add a field */
      readonly add: string;
      /** Delete {name} */
      readonly delete: (values: { name: string | number }) => string;
      /** Label ({kind}) */
      readonly label: (values: { kind: string | number }) => string;
      /** Required */
      readonly required: string;
      /** Choices */
      readonly choices: string;
      /** One per line. */
      readonly choicesHelp: string;
      /** Choice {number, number} */
      readonly choice: (values: { number: number }) => string;
      /** Stands for the answer in the mail */
      readonly inMail: string;
      /** Text or HTML */
      readonly markup: string;
      readonly kinds: {
        /** Line of text */
        readonly text: string;
        /** Email address */
        readonly email: string;
        /** Telephone number */
        readonly tel: string;
        /** Web address */
        readonly url: string;
        /** Number */
        readonly number: string;
        /** Date */
        readonly date: string;
        /** Long text */
        readonly textarea: string;
        /** Drop-down list */
        readonly select: string;
        /** Checkboxes */
        readonly checkbox: string;
        /** Radio buttons */
        readonly radio: string;
        /** Consent */
        readonly acceptance: string;
        /** File */
        readonly file: string;
        /** Send */
        readonly submit: string;
      };
    };
  };
  readonly inbox: {
    /** Form inbox */
    readonly title: string;
    /** Search submissions */
    readonly search: string;
    /** Form */
    readonly form: string;
    /** All forms */
    readonly allForms: string;
    /** Export as CSV */
    readonly export: string;
    /** Message */
    readonly message: string;
    /** Received */
    readonly received: string;
    /** No submissions yet */
    readonly empty: string;
    /** What visitors send through your forms appears here. */
    readonly emptyText: string;
    readonly statuses: {
      /** Received */
      readonly received: string;
      /** Mail sent */
      readonly mail_sent: string;
      /** Mail failed */
      readonly mail_failed: string;
      /** Spam */
      readonly spam: string;
    };
    /** Mail */
    readonly mail: string;
    readonly mailStates: {
      /** Waiting */
      readonly waiting: string;
      /** Sent */
      readonly sent: string;
      /** Failed */
      readonly failed: string;
      /** None */
      readonly none: string;
    };
    /** ({count, plural, one {# attempt} other {# attempts}}) */
    readonly attempts: (values: { count: number }) => string;
    /** Send mail again */
    readonly resend: string;
    /** The mail will be sent again. */
    readonly resent: string;
    /** Delete this submission? */
    readonly deleteQuestion: string;
  };
  readonly popups: {
    /** Popups */
    readonly title: string;
    /** New popup */
    readonly add: string;
    /** No popups yet */
    readonly empty: string;
    /** Create one and see how often it is opened and how often it converts. */
    readonly emptyText: string;
    /** Its statistics are deleted too. */
    readonly deleteText: string;
    /** Where */
    readonly where: string;
    readonly places: {
      /** On every page */
      readonly everywhere: string;
      /** On the front page */
      readonly front: string;
      /** On posts */
      readonly posts: string;
      /** On pages */
      readonly pages: string;
    };
    /** When */
    readonly when: string;
    readonly moments: {
      /** After some seconds */
      readonly delay: string;
      /** After scrolling down */
      readonly scroll: string;
      /** When the visitor is about to leave */
      readonly leave: string;
    };
    /** Seconds */
    readonly seconds: string;
    /** Percent of the page */
    readonly percent: string;
    /** How often */
    readonly often: string;
    readonly frequencies: {
      /** Once for each visitor */
      readonly once: string;
      /** Again after some days */
      readonly days: string;
      /** Once a visit */
      readonly session: string;
      /** On every page view */
      readonly always: string;
    };
    /** Days */
    readonly days: string;
    /** To whom */
    readonly audience: string;
    readonly audiences: {
      /** Everybody */
      readonly everyone: string;
      /** Visitors with a phone */
      readonly phones: string;
      /** Visitors with a larger screen */
      readonly desktops: string;
    };
    /** A published popup appears on the pages of the site. */
    readonly statusHelp: string;
    /** Opened */
    readonly opened: string;
    /** Converted */
    readonly converted: string;
    /** Conversion rate */
    readonly rate: string;
    /** Period */
    readonly range: string;
    /** {count, plural, one {Last day} other {Last # days}} */
    readonly lastDays: (values: { count: number }) => string;
    /** {title}: opened {opened, plural, one {# time} other {# times}}, converted {converted, plural, one {# time} other {# times}} */
    readonly chart: (values: { title: string | number; opened: number; converted: number }) => string;
    /** Display */
    readonly display: string;
    /** Edit {title} */
    readonly edit: (values: { title: string | number }) => string;
  };
  readonly cache: {
    /** Cache */
    readonly title: string;
    /** Responses to visitors that are served from memory. */
    readonly intro: string;
    /** The response cache is turned off. */
    readonly off: string;
    /** Hit rate */
    readonly hitRate: string;
    /** Hits */
    readonly hits: string;
    /** Misses */
    readonly misses: string;
    /** Entries */
    readonly entries: string;
    /** Size */
    readonly size: string;
    /** Size, of {limit} */
    readonly sizeOf: (values: { limit: string | number }) => string;
    /** The charts begin one minute after the service was started. */
    readonly noHistory: string;
    /** {figure} over time */
    readonly overTime: (values: { figure: string | number }) => string;
    /** Crawler */
    readonly crawler: string;
    /** Requests what visitors are likely to ask for, so that they are served from memory. */
    readonly crawlerIntro: string;
    /** It runs only when you start it. Whoever runs the service can have it run every ten minutes. */
    readonly crawlerOff: string;
    /** It runs every ten minutes. */
    readonly crawlerOn: string;
    /** Run now */
    readonly crawlNow: string;
    /** Running */
    readonly crawling: string;
    /** Last run */
    readonly lastRun: string;
    /** Not since the service was started */
    readonly never: string;
    /** Cached */
    readonly warmed: string;
    /** Cached already */
    readonly alreadyCached: string;
    /** Cannot be cached */
    readonly uncacheable: string;
    /** Failed */
    readonly failed: string;
    /** off */
    readonly turnedOff: string;
    /** Purge the cache */
    readonly purge: string;
    /** The cache has been purged. */
    readonly purged: string;
  };
  readonly webhooks: {
    /** Webhooks */
    readonly title: string;
    /** Messages to other services when content changes, signed as Standard Webhooks. */
    readonly intro: string;
    /** Add webhook */
    readonly add: string;
    /** No webhooks yet */
    readonly empty: string;
    /** A webhook tells another service, such as a static site builder, what has changed. */
    readonly emptyText: string;
    /** URL */
    readonly url: string;
    /** Name */
    readonly name: string;
    /** Events */
    readonly events: string;
    /** Names such as entry.published, separated by commas. Empty: all. */
    readonly eventsHelp: string;
    /** Content types and taxonomies */
    readonly types: string;
    /** Names such as post, separated by commas. Empty: all. */
    readonly typesHelp: string;
    /** all */
    readonly all: string;
    /** Enabled */
    readonly enabled: string;
    /** Disabled */
    readonly disabled: string;
    /** Enable */
    readonly enable: string;
    /** Disable */
    readonly disable: string;
    /** Send test */
    readonly test: string;
    /** The receiver responded: {status} */
    readonly tested: (values: { status: string | number }) => string;
    /** New secret */
    readonly rotate: string;
    /** Messages are signed with both secrets for a day. */
    readonly rotateText: string;
    /** Secret */
    readonly secret: string;
    /** It verifies the signature of messages, and is not shown again. */
    readonly secretText: string;
    /** Delete the webhook for {url}? */
    readonly deleteQuestion: (values: { url: string | number }) => string;
    /** Its deliveries are deleted too. */
    readonly deleteText: string;
    /** Deliveries */
    readonly deliveries: string;
    /** Nothing was sent yet. */
    readonly noDeliveries: string;
    /** When */
    readonly when: string;
    /** Event */
    readonly event: string;
    /** State */
    readonly state: string;
    /** Last attempt */
    readonly result: string;
    /** Send again */
    readonly replay: string;
    readonly states: {
      /** Waiting */
      readonly waiting: string;
      /** Delivered */
      readonly delivered: string;
      /** Failed */
      readonly failed: string;
    };
  };
  readonly agents: {
    /** Agents */
    readonly title: string;
    /** AI agents use the site by the Model Context Protocol, with the permissions of the user who connects them. */
    readonly intro: string;
    /** What agents may do */
    readonly permissions: string;
    /** Let agents connect */
    readonly enabled: string;
    /** Agents only read */
    readonly readOnly: string;
    /** Agents may publish, and change what is published */
    readonly publish: string;
    /** Agents may delete */
    readonly delete: string;
    /** Connect an agent */
    readonly connect: string;
    /** Address */
    readonly url: string;
    /** Create an application password for the agent in your profile. What an agent writes is in the audit log, with the name of that password. */
    readonly help: string;
    /** Agents may register themselves, to be connected by users */
    readonly registration: string;
    /** Agents that users connect themselves */
    readonly apps: string;
    /** Users allow them to act in their name on a page of the console, without an application password. Enter agents here that do not register themselves. */
    readonly appsHelp: string;
    /** Name of the agent */
    readonly appName: string;
    /** Addresses that users return to, one in each line */
    readonly redirects: string;
    /** Add an agent */
    readonly addApp: string;
    /** Client ID */
    readonly clientId: string;
    /** Registered itself */
    readonly selfRegistered: string;
    /** Delete {name}? */
    readonly deleteQuestion: (values: { name: string | number }) => string;
    /** Everyone who has connected it is disconnected. */
    readonly deleteText: string;
    /** Saved. */
    readonly saved: string;
  };
  readonly auditLog: {
    /** Audit log */
    readonly title: string;
    /** Who signed in, and who changed users, passwords and settings or deleted something. */
    readonly intro: string;
    /** Entries */
    readonly entries: string;
    /** No entries */
    readonly empty: string;
    /** Nothing of this kind has happened yet. */
    readonly emptyText: string;
    /** Event */
    readonly filter: string;
    /** All events */
    readonly all: string;
    /** When */
    readonly when: string;
    /** Event */
    readonly event: string;
    /** Who */
    readonly who: string;
    /** What */
    readonly what: string;
    /** Address */
    readonly address: string;
    /** Unknown */
    readonly unknown: string;
    /** {who} via {via} */
    readonly via: (values: { who: string | number; via: string | number }) => string;
    /** Newer */
    readonly newer: string;
    /** Older */
    readonly older: string;
    /** Retention */
    readonly retention: string;
    /** Older entries are deleted once a day. */
    readonly retentionText: string;
    /** Days */
    readonly days: string;
    /** Saved. */
    readonly saved: string;
    readonly events: {
      /** Signed in */
      readonly 'user.signed-in': string;
      /** Failed sign-in */
      readonly 'sign-in.failed': string;
      /** User created */
      readonly 'user.created': string;
      /** User changed */
      readonly 'user.updated': string;
      /** User deleted */
      readonly 'user.deleted': string;
      /** Application password created */
      readonly 'application-password.created': string;
      /** Application password renamed */
      readonly 'application-password.renamed': string;
      /** Application password revoked */
      readonly 'application-password.revoked': string;
      /** App signed in */
      readonly 'token.created': string;
      /** App signed out */
      readonly 'token.revoked': string;
      /** Second factor turned on */
      readonly 'second-factor.enabled': string;
      /** Second factor turned off */
      readonly 'second-factor.disabled': string;
      /** Sessions ended */
      readonly 'session.ended': string;
      /** Password link created */
      readonly 'access-link.created': string;
      /** Password link used */
      readonly 'access-link.redeemed': string;
      /** Site set up */
      readonly 'setup.completed': string;
      /** Linked to the identity provider */
      readonly 'identity.linked': string;
      /** Unlinked from the identity provider */
      readonly 'identity.unlinked': string;
      /** Preview link created */
      readonly 'preview-link.created': string;
      /** Preview link deleted */
      readonly 'preview-link.deleted': string;
      /** Settings changed */
      readonly 'settings.updated': string;
      /** Created */
      readonly 'entry.created': string;
      /** Changed */
      readonly 'entry.updated': string;
      /** Published */
      readonly 'entry.published': string;
      /** Unpublished */
      readonly 'entry.unpublished': string;
      /** Moved to the trash */
      readonly 'entry.trashed': string;
      /** Restored */
      readonly 'entry.restored': string;
      /** Deleted */
      readonly 'entry.deleted': string;
      /** Term created */
      readonly 'term.created': string;
      /** Term changed */
      readonly 'term.updated': string;
      /** Term deleted */
      readonly 'term.deleted': string;
      /** Comment created */
      readonly 'comment.created': string;
      /** Comment changed */
      readonly 'comment.updated': string;
      /** Comment moderated */
      readonly 'comment.status-changed': string;
      /** Comment deleted */
      readonly 'comment.deleted': string;
      /** Role changed */
      readonly 'role.updated': string;
      /** Webhook created */
      readonly 'webhook.created': string;
      /** Webhook changed */
      readonly 'webhook.updated': string;
      /** Webhook deleted */
      readonly 'webhook.deleted': string;
      /** Import started */
      readonly 'import.started': string;
      /** Import completed */
      readonly 'import.completed': string;
      /** Import stopped */
      readonly 'import.cancelled': string;
      /** Site exported */
      readonly 'site.exported': string;
      /** Entries exported */
      readonly 'entries.exported': string;
    };
    readonly objects: {
      /** User */
      readonly user: string;
      /** Comment */
      readonly comment: string;
      /** File */
      readonly attachment: string;
      /** Webhook */
      readonly webhook: string;
      /** Import */
      readonly import: string;
      /** Form */
      readonly form: string;
      /** Role */
      readonly role: string;
    };
    readonly details: {
      /** Changed */
      readonly changed: string;
      /** Status */
      readonly status: string;
      /** Status before */
      readonly formerStatus: string;
      /** Roles */
      readonly roles: string;
      /** Roles before */
      readonly formerRoles: string;
      /** Settings */
      readonly settings: string;
      /** Reason */
      readonly reason: string;
      /** Name */
      readonly name: string;
      /** Entry */
      readonly post: string;
      /** Expires */
      readonly expires: string;
      /** Sessions */
      readonly sessions: string;
      /** Granted */
      readonly granted: string;
      /** Revoked */
      readonly revoked: string;
    };
    /** {name}: {value} */
    readonly detail: (values: { name: string | number; value: string | number }) => string;
  };
  readonly health: {
    /** Health */
    readonly title: string;
    /** Findings */
    readonly checks: string;
    /** Check again */
    readonly checkAgain: string;
    /** Everything was checked again */
    readonly checked: string;
    readonly states: {
      /** OK */
      readonly ok: string;
      /** Warning */
      readonly warning: string;
      /** Error */
      readonly error: string;
    };
    /** What to do */
    readonly fixes: string;
    /** Jobs */
    readonly jobs: string;
    /** No jobs are waiting. */
    readonly noJobs: string;
    /** Kind */
    readonly kind: string;
    /** Waiting */
    readonly waiting: string;
    /** Running */
    readonly running: string;
    /** Failed */
    readonly failed: string;
    /** Versions */
    readonly versions: string;
    /** Database */
    readonly database: string;
    /** Uptime */
    readonly uptime: string;
    readonly names: {
      /** Configuration */
      readonly configuration: string;
      /** Database */
      readonly database: string;
      /** Tables */
      readonly schema: string;
      /** Speed of lists */
      readonly indexes: string;
      /** Clock */
      readonly clock: string;
      /** Mail */
      readonly mail: string;
      /** Uploaded files */
      readonly uploads: string;
      /** Trash */
      readonly trash: string;
      /** Version */
      readonly release: string;
      /** Network of sites */
      readonly network: string;
      /** Redis */
      readonly redis: string;
      /** Languages */
      readonly languages: string;
      /** Shortcodes */
      readonly shortcodes: string;
      /** Blocks */
      readonly blocks: string;
      /** Plugins of WordPress */
      readonly plugins: string;
      /** Content types of plugins */
      readonly 'plugin-types': string;
      /** Addresses of the API */
      readonly routes: string;
      /** Messages to other services */
      readonly webhooks: string;
      /** Advanced Custom Fields */
      readonly acf: string;
      /** Yoast SEO */
      readonly yoast: string;
      /** Rank Math */
      readonly 'rank-math': string;
      /** WordPress */
      readonly wordpress: string;
      /** Tables */
      readonly tables: string;
      /** Fields of WordPress */
      readonly 'wordpress-fields': string;
      /** Definitions of content */
      readonly definitions: string;
      /** Jobs */
      readonly jobs: string;
      /** Free space */
      readonly storage: string;
      /** Running */
      readonly shutdown: string;
    };
    readonly kinds: {
      /** Mail */
      readonly mail: string;
      /** Notices about comments and accounts */
      readonly notification: string;
      /** Links to choose a password */
      readonly 'account-link': string;
      /** Mail of forms */
      readonly 'forms.mail': string;
      /** Deletion of files that visitors sent */
      readonly 'forms.remove-files': string;
      /** Statistics of popups */
      readonly 'popups.fold': string;
      /** Contents of other sites */
      readonly 'oembed.fetch': string;
      /** Messages to other services */
      readonly 'webhooks.deliver': string;
      /** Tidying up sent messages */
      readonly 'webhooks.clean-up': string;
      /** Tidying up unfinished uploads */
      readonly 'uploads.clean-up': string;
      /** Tidying up the audit log */
      readonly 'audit-log.clean-up': string;
      /** Tidying up stored responses */
      readonly 'idempotency.clean-up': string;
      /** Deletion of empty drafts */
      readonly 'auto-drafts.purge': string;
      /** Feeds */
      readonly 'feeds.fetch': string;
      /** Emptying the trash */
      readonly 'trash.purge': string;
      /** What the WordPress alongside offers */
      readonly 'wordpress.learn': string;
      /** Imports */
      readonly 'imports.run': string;
      /** Deletion of uploaded export files */
      readonly 'imports.delete': string;
    };
    /** Everything is in order. */
    readonly fine: string;
    /** Details for the person who runs the service */
    readonly details: string;
    /** Something needs attention. The details say what. */
    readonly attention: string;
    readonly advice: {
      /** Two settings of the service contradict each other, so that parts of the site may not work as expected. */
      readonly configuration: string;
      /** The site works, but its database is not set up as it should be: some changes may be refused or be slow. */
      readonly database: string;
      /** Something is missing in the database. Pages or changes may fail. */
      readonly schema: string;
      /** Parts of the database are of an old kind: a change that fails may be saved in part, and emoji may be lost. */
      readonly tables: string;
      /** With this many posts, long lists and searches are slower than they could be. */
      readonly indexes: string;
      /** The clocks do not agree, or the time zone is unknown: scheduled posts may appear at the wrong time. */
      readonly clock: string;
      /** The site cannot send mail. Notices do not arrive; what visitors send through forms waits in the inbox. */
      readonly mail: string;
      /** Files cannot be stored, some are missing, or there is little space left. Uploads may fail. */
      readonly uploads: string;
      /** Some posts came out of the trash without their comments or with a wrong address. */
      readonly trash: string;
      /** The posts were written with a newer WordPress than the one this site works like. Blocks may not look as they should. */
      readonly release: string;
      /** This site belongs to a network of WordPress, and something does not fit it. */
      readonly network: string;
      /** The parts of the service cannot notify each other at once: changes may appear a little later. */
      readonly redis: string;
      /** The plugin for languages is not set up completely. Posts may appear in the wrong language. */
      readonly languages: string;
      /** Some posts contain shortcodes that this site cannot show. */
      readonly shortcodes: string;
      /** Some posts contain blocks that this site cannot show. */
      readonly blocks: string;
      /** Plugins of WordPress are active whose work this site does not do. */
      readonly plugins: string;
      /** Content of a plugin is not shown, because its definition does not fit. */
      readonly 'plugin-types': string;
      /** Programs have asked for addresses that this site does not have. */
      readonly routes: string;
      /** Messages to another service did not arrive. */
      readonly webhooks: string;
      /** Some custom fields are not shown, because their definition is missing or does not fit. */
      readonly acf: string;
      /** Yoast SEO is not set up completely. Search engines may see other titles than in WordPress. */
      readonly yoast: string;
      /** Rank Math is not set up completely. Search engines may see other titles than in WordPress. */
      readonly 'rank-math': string;
      /** The WordPress on the same database does not respond. */
      readonly wordpress: string;
      /** Definitions of content have changed, and the service does not follow them yet. */
      readonly definitions: string;
      /** Work in the background, such as mail, does not go on. */
      readonly jobs: string;
      /** There is almost no space left for files and the database. */
      readonly storage: string;
      /** The service is ending. */
      readonly shutdown: string;
    };
  };
  readonly types: {
    readonly post: {
      /** Posts */
      readonly name: string;
      /** Post */
      readonly singular: string;
    };
    readonly page: {
      /** Pages */
      readonly name: string;
      /** Page */
      readonly singular: string;
    };
    readonly category: {
      /** Categories */
      readonly name: string;
      /** Category */
      readonly singular: string;
    };
    readonly post_tag: {
      /** Tags */
      readonly name: string;
      /** Tag */
      readonly singular: string;
    };
  };
  /** There are changes that are not saved. Leave without saving them? */
  readonly unsaved: string;
  readonly lock: {
    /** {name} is editing this */
    readonly title: (values: { name: string | number }) => string;
    /** If both of you save, one has to join the versions. Take over if {name} has stopped: what is not saved there stays in that browser. */
    readonly text: (values: { name: string | number }) => string;
    /** {name} has taken over */
    readonly takenTitle: (values: { name: string | number }) => string;
    /** What you typed and did not save stays in this browser. */
    readonly takenText: string;
    /** Take over */
    readonly take: string;
    /** Take back */
    readonly takeBack: string;
    /** Back to the list */
    readonly leave: string;
    /** View only */
    readonly look: string;
    /** {name} is editing this. What you save may conflict with it. */
    readonly note: (values: { name: string | number }) => string;
  };
  readonly offline: {
    /** No connection to the server. Trying again automatically. */
    readonly title: string;
    /** Offline – stored in this browser */
    readonly local: string;
    /** There is no connection. Your changes are stored in this browser and are saved as soon as the server is reached again. */
    readonly notSaved: string;
    /** The connection is back, and your changes are saved. */
    readonly savedNow: string;
  };
  readonly publishCheck: {
    /** Ready to publish? */
    readonly title: string;
    /** Keep writing */
    readonly back: string;
    /** Who sees it */
    readonly who: string;
    /** When */
    readonly when: string;
    /** At once */
    readonly atOnce: string;
    readonly readers: {
      /** Everybody */
      readonly public: string;
      /** Everybody who knows the password */
      readonly password: string;
      /** Only you, editors and administrators */
      readonly private: string;
    };
    /** It has no title. */
    readonly noTitle: string;
    /** No {kind, select, category {category} other {{name}}} is chosen. */
    readonly noTerm: (values: { kind: string | number; name: string | number }) => string;
    /** {count, plural, one {# image has} other {# images have}} no alternative text. */
    readonly noAlt: (values: { count: number }) => string;
    /** Nothing is missing. */
    readonly complete: string;
  };
  readonly redirects: {
    /** Redirects */
    readonly title: string;
    /** Where visitors to old addresses are sent. Old addresses of posts redirect by themselves. */
    readonly intro: string;
    /** New redirect */
    readonly add: string;
    /** Edit redirect */
    readonly edit: string;
    /** Import CSV */
    readonly import: string;
    /** A file with one redirect per line: the old address, the new one and, for a while only, 302. */
    readonly importHelp: string;
    /** CSV file */
    readonly file: string;
    /** {count, plural, one {# redirect imported.} other {# redirects imported.}} */
    readonly imported: (values: { count: number }) => string;
    /** Line {line}: {message} */
    readonly problem: (values: { line: string | number; message: string | number }) => string;
    /** Search redirects */
    readonly search: string;
    /** No redirects yet */
    readonly empty: string;
    /** Add the addresses of pages that moved, one by one or from a file. */
    readonly emptyText: string;
    /** Old address */
    readonly source: string;
    /** For example /old-page/. It applies while there is nothing at that address. */
    readonly sourceHelp: string;
    /** New address */
    readonly target: string;
    /** For example /new-page/, or an address on another site. */
    readonly targetHelp: string;
    /** Duration */
    readonly status: string;
    /** For good */
    readonly permanent: string;
    /** For a while */
    readonly temporary: string;
    /** Delete the redirect from {source}? */
    readonly deleteQuestion: (values: { source: string | number }) => string;
    /** Visitors to the old address will find nothing there. */
    readonly deleteText: string;
  };
  readonly appearance: {
    /** Appearance */
    readonly title: string;
    /** How visitors see the site. The page beside the settings shows every change before it is saved. */
    readonly intro: string;
    /** Colours */
    readonly colours: string;
    /** Typefaces */
    readonly fonts: string;
    /** Front page and lists */
    readonly lists: string;
    /** Header */
    readonly top: string;
    /** Footer */
    readonly bottom: string;
    readonly accents: {
      /** Blue */
      readonly blue: string;
      /** Teal */
      readonly teal: string;
      /** Green */
      readonly green: string;
      /** Amber */
      readonly amber: string;
      /** Red */
      readonly red: string;
      /** Violet */
      readonly violet: string;
      /** Graphite */
      readonly graphite: string;
    };
    readonly typefaces: {
      /** Sans-serif headings, serif text */
      readonly mixed: string;
      /** Sans-serif */
      readonly sans: string;
      /** Serif */
      readonly serif: string;
    };
    readonly layouts: {
      /** The newest post large, then cards */
      readonly lead: string;
      /** Cards, all alike */
      readonly grid: string;
      /** One post below the other */
      readonly list: string;
    };
    readonly cardKinds: {
      /** Open */
      readonly open: string;
      /** In frames */
      readonly framed: string;
      /** Without pictures */
      readonly text: string;
    };
    readonly headers: {
      /** Name and menu in one line */
      readonly start: string;
      /** In the middle, one below the other */
      readonly centred: string;
    };
    readonly labels: {
      /** Accent */
      readonly colour: string;
      /** Own accent colour */
      readonly accent: string;
      /** Own background */
      readonly background: string;
      /** Own text colour */
      readonly text: string;
      /** Built-in typefaces */
      readonly font: string;
      /** Font of headings */
      readonly heading_font: string;
      /** Font of texts */
      readonly text_font: string;
      /** Layout */
      readonly layout: string;
      /** Cards */
      readonly cards: string;
      /** Logo */
      readonly logo: string;
      /** Layout of the header */
      readonly header: string;
      /** Picture at the top of the front page */
      readonly header_image: string;
      /** Menu */
      readonly footer_menu: string;
      /** Social networks */
      readonly social: string;
      /** Text */
      readonly footer_text: string;
      /** Picture */
      readonly footer_image: string;
    };
    readonly help: {
      /** Addresses of your profiles, one per line. */
      readonly social: string;
      /** Each line is a paragraph. */
      readonly footer_text: string;
    };
    /** No menu */
    readonly noMenu: string;
    /** As chosen above */
    readonly themeFont: string;
    /** Add a font */
    readonly addFont: string;
    /** Font file */
    readonly fontFile: string;
    /** Name of the font */
    readonly fontName: string;
    /** WOFF2 is the smallest; a variable font has all weights in one file. */
    readonly fontHelp: string;
    /** Contrast {ratio} */
    readonly contrast: (values: { ratio: string | number }) => string;
    /** Use a readable shade */
    readonly readable: string;
    /** Text would be hard to read in these colours: the contrast must be at least 4.5. */
    readonly unreadable: string;
    /** Desktop */
    readonly desktop: string;
    /** Phone */
    readonly phone: string;
    /** The front page with these settings */
    readonly previewTitle: string;
  };
  readonly commentRules: {
    /** Comment rules */
    readonly title: string;
    /** They apply to comments from now on. */
    readonly intro: string;
    readonly groups: {
      /** Who may comment */
      readonly who: string;
      /** Approval */
      readonly approval: string;
      /** Mail */
      readonly mail: string;
    };
    readonly labels: {
      /** Comments need a name and an email address */
      readonly require_name_email: string;
      /** Only people with an account may comment */
      readonly comment_registration: string;
      /** Close comments on posts after days */
      readonly close_comments_days_old: string;
      /** Levels of replies */
      readonly thread_comments_depth: string;
      /** Every comment waits for approval */
      readonly comment_moderation: string;
      /** The first comment of everybody waits for approval */
      readonly comment_previously_approved: string;
      /** Links with which a comment waits for approval */
      readonly comment_max_links: string;
      /** Words that make a comment wait for approval */
      readonly moderation_keys: string;
      /** Words that send a comment to the trash */
      readonly disallowed_keys: string;
      /** Tell authors about comments on their posts */
      readonly comments_notify: string;
      /** Tell the administrator about comments that wait for approval */
      readonly moderation_notify: string;
    };
    readonly help: {
      /** 0: they stay open. */
      readonly close_comments_days_old: string;
      /** 1: replies have no replies. */
      readonly thread_comments_depth: string;
      /** 0: any number is fine. */
      readonly comment_max_links: string;
      /** One per line. They are looked for in the text, the name, the addresses and the browser’s name, also within other words. */
      readonly moderation_keys: string;
      /** One per line, looked for in the same places. */
      readonly disallowed_keys: string;
    };
  };
  readonly transfer: {
    /** Import and export */
    readonly title: string;
    /** Content that comes from another site or goes to one, as an export file of WordPress (WXR). */
    readonly intro: string;
    /** Import */
    readonly import: string;
    /** Choose an export file (.xml) of a WordPress site. It is checked first, and you see what it contains before anything is imported. */
    readonly importHelp: string;
    /** Export file */
    readonly file: string;
    /** Upload of the file */
    readonly uploading: string;
    /** Reading the file… */
    readonly reading: string;
    /** Comes from */
    readonly site: string;
    /** Contents */
    readonly types: string;
    /** {name}: {count} */
    readonly typeCount: (values: { name: string | number; count: string | number }) => string;
    readonly typeNames: {
      /** Posts */
      readonly post: string;
      /** Pages */
      readonly page: string;
      /** Media */
      readonly attachment: string;
      /** Menu items */
      readonly nav_menu_item: string;
      /** Patterns */
      readonly wp_block: string;
      /** Navigation menus */
      readonly wp_navigation: string;
      /** Popups */
      readonly popup: string;
      /** Forms */
      readonly wpcf7_contact_form: string;
    };
    /** Categories, tags and other terms */
    readonly terms: string;
    /** Authors */
    readonly authorNames: string;
    /** {count, plural, one {and one more} other {and # more}} */
    readonly moreAuthors: (values: { count: number }) => string;
    /** Entries of authors who have no account here */
    readonly authors: string;
    /** Authors with an account of the same user name or e-mail address keep their entries. */
    readonly authorsHelp: string;
    /** belong to me */
    readonly authorsMine: string;
    /** belong to new accounts, without a password */
    readonly authorsCreate: string;
    /** Download pictures and other files from the other site */
    readonly fetchFiles: string;
    /** Import */
    readonly start: string;
    /** Discard the file */
    readonly discard: string;
    /** Stop */
    readonly cancel: string;
    /** Import another file */
    readonly another: string;
    /** Importing {name} */
    readonly running: (values: { name: string | number }) => string;
    /** Progress of the import */
    readonly importing: string;
    /** {count, plural, one {one entry so far} other {# entries so far}} */
    readonly soFar: (values: { count: number }) => string;
    /** You may leave this page; the import goes on. */
    readonly mayLeave: string;
    /** The import stopped. What was imported so far is complete; trying again continues it. */
    readonly failed: string;
    /** {imported, plural, =0 {Nothing new was imported from {site}.} one {One entry with {comments, plural, one {one comment} other {# comments}} was imported from {site}.} other {# entries with {comments, plural, one {one comment} other {# comments}} were imported from {site}.}} */
    readonly done: (values: { imported: number; site: string | number; comments: number }) => string;
    /** {count, plural, one {One entry was here already and was not changed.} other {# entries were here already and were not changed.}} */
    readonly alreadyHere: (values: { count: number }) => string;
    /** {count, plural, one {One category, tag or other term is new.} other {# categories, tags or other terms are new.}} */
    readonly newTerms: (values: { count: number }) => string;
    /** {count, plural, one {One account was created.} other {# accounts were created.}} They get a password with “Forgot your password?”. */
    readonly newAuthors: (values: { count: number }) => string;
    /** {count, plural, one {One file was downloaded.} other {# files were downloaded.}} */
    readonly filesBrought: (values: { count: number }) => string;
    /** {count, plural, one {One file is missing.} other {# files are missing.}} Import the same export file again to try once more. */
    readonly filesMissing: (values: { count: number }) => string;
    /** {count, plural, one {One entry was left out.} other {# entries were left out.}} */
    readonly refused: (values: { count: number }) => string;
    /** Export */
    readonly export: string;
    /** Downloads posts, pages, comments and terms as a file that this console and WordPress can import. Pictures and other files are named in it; they stay on this site. */
    readonly exportHelp: string;
    /** Nothing chosen: everything. */
    readonly typesHelp: string;
    /** Status */
    readonly status: string;
    /** All, also drafts */
    readonly anyStatus: string;
    /** Published only */
    readonly onlyPublished: string;
    /** From */
    readonly from: string;
    /** To */
    readonly to: string;
    /** Download export file */
    readonly download: string;
  };
}
