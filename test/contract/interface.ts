/**
 * The interface of variants A and B as a table: every namespace, route, method and argument with its type, default,
 * allowed values and whether it is required. Descriptions are not part of it.
 */
export interface Argument {
  type?: string;
  /** Type of the elements of an array. */
  items?: string;
  default?: unknown;
  /** Allowed values, of the elements if the argument is an array. */
  enum?: readonly unknown[];
  required?: true;
}
type Arguments = Readonly<Record<string, Argument>>;
interface Endpoint {
  methods: readonly string[];
  args: Arguments;
}
interface Interface {
  namespaces: readonly string[];
  routes: Readonly<Record<string, readonly Endpoint[]>>;
}

const string: Argument = { type: 'string' };
const integer: Argument = { type: 'integer' };
const boolean: Argument = { type: 'boolean' };
const object: Argument = { type: 'object' };
const integers: Argument = { type: 'array', items: 'integer' };
const strings: Argument = { type: 'array', items: 'string' };
const idFilter: Argument = { ...integers, default: [] };
const oneOf = (values: string, fallback?: string): Argument => ({
  ...string,
  enum: values.split(' '),
  ...(fallback !== undefined && { default: fallback }),
});
const required = (argument: Argument): Argument => ({ ...argument, required: true });
const orderOf = (fallback: string) => oneOf('asc desc', fallback);

const get = (args: Arguments = {}): Endpoint => ({ methods: ['GET'], args });
const post = (args: Arguments = {}): Endpoint => ({ methods: ['POST'], args });
const edit = (args: Arguments = {}): Endpoint => ({ methods: ['POST', 'PUT', 'PATCH'], args });
const remove = (args: Arguments = {}): Endpoint => ({ methods: ['DELETE'], args });

const ID = '(?P<id>[\\d]+)';
const id = { id: integer };
const context = { context: oneOf('view embed edit', 'view') };
const force = { force: { ...boolean, default: false } };
const password = { password: string };
const paged = { ...context, page: { ...integer, default: 1 }, per_page: { ...integer, default: 10 }, search: string };
const idFilters = { include: idFilter, exclude: idFilter };
const dates = { after: string, before: string };
const namespaceIndex = (namespace: string) => [
  get({ namespace: { default: namespace }, context: { default: 'view' } }),
];

interface Differences {
  orderby: string;
  /** Additional values of `orderby` in lists of terms and users. */
  bySlugs: boolean;
  requestStatuses: string;
  template: Argument;
  listsAuthors: boolean;
}

function coreRoutes({ orderby, bySlugs, requestStatuses, template, listsAuthors }: Differences) {
  const openClosed = oneOf('open closed');
  const written = {
    date: string,
    date_gmt: string,
    slug: string,
    status: oneOf('publish future draft pending private'),
    title: object,
    author: integer,
    comment_status: openClosed,
    ping_status: openClosed,
    meta: object,
    template,
  };
  const page = {
    ...written,
    ...password,
    content: object,
    excerpt: object,
    featured_media: integer,
    parent: integer,
    menu_order: integer,
  };
  const { parent: _parent, menu_order: _order, ...common } = page;
  const entry = {
    ...common,
    format: oneOf('standard aside chat gallery link image quote status video audio'),
    sticky: boolean,
    categories: integers,
    tags: integers,
  };
  const attachment = { ...written, alt_text: string, caption: object, description: object, post: integer };
  const parents = { parent: idFilter, parent_exclude: idFilter };
  const statuses = `publish future draft pending private trash auto-draft inherit${requestStatuses} any`;
  const entryList = {
    ...paged,
    ...dates,
    ...idFilters,
    author: idFilter,
    author_exclude: idFilter,
    offset: integer,
    order: orderOf('desc'),
    orderby: oneOf(orderby, 'date'),
    slug: strings,
    status: { ...strings, default: 'publish', enum: statuses.split(' ') },
  };
  const pageList = {
    ...entryList,
    ...parents,
    menu_order: integer,
    orderby: oneOf(`${orderby} menu_order`, 'date'),
  };
  const mediaList = {
    ...entryList,
    ...parents,
    status: { ...strings, default: 'inherit', enum: ['inherit', 'private', 'trash'] },
    media_type: oneOf('image video text application audio'),
    mime_type: string,
  };
  const terms = { categories: idFilter, categories_exclude: idFilter, tags: idFilter, tags_exclude: idFilter };
  const termOrder = `id include name slug${bySlugs ? ' include_slugs' : ''} term_group description count`;
  const termList = {
    ...paged,
    ...idFilters,
    order: orderOf('asc'),
    orderby: oneOf(termOrder, 'name'),
    hide_empty: { ...boolean, default: false },
    post: integer,
    slug: strings,
  };
  const term = { name: string, description: string, slug: string, meta: object };
  const userOrder = `id include name registered_date slug${bySlugs ? ' include_slugs' : ''} email url`;
  const user = {
    username: string,
    name: string,
    first_name: string,
    last_name: string,
    nickname: string,
    email: string,
    url: string,
    description: string,
    locale: { ...string, enum: ['', 'en_US'] },
    slug: string,
    roles: strings,
    password: string,
    meta: object,
  };
  const comment = {
    author: integer,
    author_email: string,
    author_ip: string,
    author_name: string,
    author_url: string,
    author_user_agent: string,
    content: object,
    date: string,
    date_gmt: string,
    parent: integer,
    post: integer,
    status: string,
    meta: object,
  };
  const reassign = { ...force, reassign: required(integer) };
  const items = (list: Arguments, fields: Arguments, created: Arguments, read: Arguments, deleted: Arguments) => ({
    collection: [get(list), post(created)],
    item: [get({ ...id, ...context, ...read }), edit({ ...id, ...fields }), remove({ ...id, ...deleted })],
  });
  const revisions = (base: string) => {
    const parent = { parent: integer };
    const route = `${base}/(?P<parent>[\\d]+)/revisions`;
    return {
      [route]: [get({ ...parent, ...context })],
      [`${route}/${ID}`]: [get({ ...parent, ...id, ...context }), remove({ ...parent, ...id, ...force })],
    };
  };
  const resource = (base: string, { collection, item }: ReturnType<typeof items>) => ({
    [base]: collection,
    [`${base}/${ID}`]: item,
  });
  const newTerm = { ...term, name: required(string) };
  const newUser = {
    ...user,
    username: required(string),
    email: required(string),
    password: required(string),
  };
  const zero = { ...integer, default: 0 };
  return {
    '/wp/v2': namespaceIndex('wp/v2'),
    ...resource('/wp/v2/posts', items({ ...entryList, ...terms, sticky: boolean }, entry, entry, password, force)),
    ...revisions('/wp/v2/posts'),
    ...resource('/wp/v2/pages', items(pageList, page, page, password, force)),
    ...revisions('/wp/v2/pages'),
    ...resource('/wp/v2/media', items(mediaList, attachment, attachment, {}, force)),
    ...resource(
      '/wp/v2/categories',
      items({ ...termList, parent: integer }, { ...term, parent: integer }, { ...newTerm, parent: integer }, {}, force),
    ),
    ...resource('/wp/v2/tags', items({ ...termList, offset: integer }, term, newTerm, {}, force)),
    ...resource(
      '/wp/v2/users',
      items(
        {
          ...paged,
          ...idFilters,
          offset: integer,
          order: orderOf('asc'),
          orderby: oneOf(userOrder, 'name'),
          slug: strings,
          roles: strings,
          ...(listsAuthors && { who: oneOf('authors') }),
        },
        user,
        newUser,
        {},
        reassign,
      ),
    ),
    '/wp/v2/users/me': [get(context), edit(user), remove(reassign)],
    ...resource(
      '/wp/v2/comments',
      items(
        {
          ...paged,
          ...dates,
          ...idFilters,
          ...parents,
          ...password,
          author: integers,
          author_exclude: integers,
          author_email: string,
          offset: integer,
          order: orderOf('desc'),
          orderby: oneOf('date date_gmt id include post parent type', 'date_gmt'),
          post: idFilter,
          status: { ...string, default: 'approve' },
          type: { ...string, default: 'comment' },
        },
        comment,
        { ...comment, parent: zero, post: zero },
        password,
        { ...force, ...password },
      ),
    ),
    '/wp/v2/types': [get(context)],
    '/wp/v2/types/(?P<type>[\\w-]+)': [get({ type: string, ...context })],
    '/wp/v2/statuses': [get(context)],
    '/wp/v2/statuses/(?P<status>[\\w-]+)': [get({ status: string, ...context })],
    '/wp/v2/taxonomies': [get({ ...context, type: string })],
    '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)': [get({ taxonomy: string, ...context })],
    '/wp/v2/settings': [
      get(),
      edit({
        title: string,
        description: string,
        url: string,
        email: string,
        timezone: string,
        date_format: string,
        time_format: string,
        start_of_week: integer,
        language: string,
        use_smilies: boolean,
        default_category: integer,
        default_post_format: string,
        posts_per_page: integer,
        default_ping_status: openClosed,
        default_comment_status: openClosed,
      }),
    ],
  };
}

const DISCOVERY = {
  '/': [get({ context: { default: 'view' } })],
  '/oembed/1.0': namespaceIndex('oembed/1.0'),
  '/oembed/1.0/embed': [get({ url: { required: true }, format: { default: 'json' }, maxwidth: { default: 600 } })],
} as const;

const FORM = '/forms/v1/contact-forms/(?P<id>\\d+)';

const A: Interface = {
  namespaces: ['oembed/1.0', 'forms/v1', 'cache/v1', 'popups/v1', 'wp/v2'],
  routes: {
    ...DISCOVERY,
    '/oembed/1.0/proxy': [
      get({
        url: required(string),
        format: oneOf('json xml', 'json'),
        maxwidth: { ...integer, default: 600 },
        maxheight: integer,
        discover: { ...boolean, default: true },
      }),
    ],
    '/forms/v1': namespaceIndex('forms/v1'),
    '/forms/v1/contact-forms': [get(), post()],
    [FORM]: [get(), edit(), remove()],
    [`${FORM}/feedback`]: [post()],
    [`${FORM}/refill`]: [get()],
    '/cache/v1': namespaceIndex('cache/v1'),
    '/cache/v1/toggle_crawler_state': [post()],
    '/cache/v1/tool/check_ip': [get()],
    '/cache/v1/ip_validate': [post()],
    '/cache/v1/token': [post(), get()],
    '/cache/v1/ping': [get()],
    '/cache/v1/apikey': [post()],
    '/cache/v1/cdn_status': [post()],
    '/cache/v1/notify_img': [post()],
    '/cache/v1/notify_ucss': [post()],
    '/cache/v1/notify_vpi': [post()],
    '/cache/v1/err_domains': [post()],
    '/cache/v1/check_img': [post()],
    '/popups/v1': namespaceIndex('popups/v1'),
    '/popups/v1/analytics': [get({ event: required(string), pid: required(integer) })],
    ...coreRoutes({
      orderby: 'author date id include modified parent relevance slug include_slugs title',
      bySlugs: true,
      requestStatuses: ' request-pending request-confirmed request-failed request-completed',
      template: string,
      listsAuthors: true,
    }),
  },
};

const B: Interface = {
  namespaces: ['oembed/1.0', 'wp/v2'],
  routes: {
    ...DISCOVERY,
    ...coreRoutes({
      orderby: 'date relevance id include title slug',
      bySlugs: false,
      requestStatuses: '',
      template: { ...string, enum: [''] },
      listsAuthors: false,
    }),
  },
};

export const INTERFACES = { A, B };
