// What the seeded reference site lacks, and the identifiers of what a site has.

const PLAIN = '<!-- wp:paragraph -->\n<p>Text of an entry.</p>\n<!-- /wp:paragraph -->';
const NAMESPACES = { dishes: 'kitchen/v1' };
const ENTRIES = [
  'posts',
  'pages',
  'media',
  'blocks',
  'navigation',
  'books',
  'dishes',
  'memo',
  'menu-items',
  'font-families',
];
const TERMS = ['categories', 'tags', 'genres', 'moods', 'menus', 'wp_pattern_category'];
const OTHERS = ['users', 'comments', 'templates', 'template-parts', 'widgets', 'sidebars', 'widget-types'];
const WITH_REVISIONS = ['posts', 'pages', 'blocks', 'navigation', 'books'];
const POOL = 40;

const at = (collection) => `/${NAMESPACES[collection] ?? 'wp/v2'}/${collection}`;

/** `send`: a request to WordPress. */
export async function fillSite(send) {
  const create = async (collection, json) => {
    const { status, body } = await send({ method: 'POST', path: at(collection), query: '', user: 'admin', json });
    if (status !== 201) throw new Error(`${collection}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    return body.id;
  };
  const genres = [];
  for (const name of ['Novel', 'Poetry', 'Crime & Co'])
    genres.push(await create('genres', { name, meta: { colour: name.slice(0, 1) } }));
  const moods = [];
  for (const name of ['Calm', 'Wild']) moods.push(await create('moods', { name }));
  for (let number = 1; number <= 8; number++) {
    const status = ['publish', 'publish', 'draft', 'private'][number % 4];
    const dated = { status, date: `2023-03-0${number}T10:00:00`, content: PLAIN };
    await create('books', {
      ...dated,
      title: `Book ${number}`,
      genres: [genres[number % 3]],
      moods: [moods[number % 2]],
      meta: { isbn: `${number}`, pages: number },
    });
    if (number < 6)
      await create('dishes', { ...dated, title: `Dish ${number}`, moods: [moods[0]], menu_order: number });
    if (number < 4) await create('memo', { ...dated, title: `Memo ${number}`, meta: { colour: 'red' } });
    if (number < 4) await create('blocks', { ...dated, title: `Pattern ${number}` });
  }
  const menu = await create('menus', { name: 'Second menu', locations: ['footer'] });
  await create('menu-items', {
    title: 'Away',
    url: 'https://example.org/',
    status: 'publish',
    menus: menu,
    menu_order: 1,
  });
  await create('menu-items', {
    title: '',
    type: 'taxonomy',
    object: 'category',
    object_id: 1,
    status: 'publish',
    menus: menu,
    menu_order: 2,
  });
  await create('widgets', { id_base: 'block', sidebar: 'side', instance: { raw: { content: PLAIN } } });
  await create('widgets', {
    id_base: 'text',
    sidebar: 'foot',
    instance: { raw: { title: 'Text', text: 'Text of a widget' } },
  });
  await create('templates', { slug: 'compared', title: 'Compared', content: PLAIN });
  await create('font-families', {
    font_family_settings: JSON.stringify({ name: 'Plain Sans', slug: 'plain-sans', fontFamily: 'Plain Sans' }),
  });
}

/** Identifiers and slugs by collection; `posts/revisions` has pairs of an entry and its revision. */
export async function poolsOf(send) {
  const pools = {};
  const slugs = {};
  for (const collection of [...ENTRIES, ...TERMS, ...OTHERS]) {
    const items = await list(send, collection);
    pools[collection] = items.map(({ id }) => id);
    slugs[collection] = items.map(({ slug }) => slug).filter(Boolean);
  }
  for (const collection of WITH_REVISIONS) {
    pools[`${collection}/revisions`] = [];
    for (const parent of pools[collection].slice(0, 12)) {
      const { body } = await send({
        method: 'GET',
        path: `${at(collection)}/${parent}/revisions`,
        query: 'per_page=3',
        user: 'admin',
      });
      if (Array.isArray(body)) pools[`${collection}/revisions`].push(...body.map(({ id }) => ({ parent, id })));
    }
  }
  const { body } = await send({ method: 'GET', path: '/wp/v2/themes', query: 'status=active', user: 'admin' });
  const styles = body[0]?._links?.['wp:user-global-styles']?.[0]?.href;
  pools['global-styles'] = styles ? [Number(/\d+$/.exec(styles)[0])] : [1];
  return { pools, slugs };
}

/** The newest ones of every status, and some from all over the site. */
async function list(send, collection) {
  const read = async (query) => {
    const { body } = await send({ method: 'GET', path: at(collection), query: `context=edit&${query}`, user: 'admin' });
    return Array.isArray(body) ? body : [];
  };
  if (OTHERS.slice(2).includes(collection)) return read('');
  if (collection === 'comments')
    return [
      ...(await read('per_page=20&status=approve')),
      ...(await read('per_page=6&status=hold')),
      ...(await read('per_page=4&status=trash')),
    ];
  if (!ENTRIES.includes(collection)) return read(`per_page=${POOL}`);
  const states = ['posts', 'pages'].includes(collection)
    ? ['publish', 'draft', 'private', 'pending', 'future', 'trash']
    : ['any'];
  const found = [];
  for (const status of states)
    found.push(...(await read(`status=${status}&per_page=${states.length > 1 ? 8 : POOL}`).catch(() => [])));
  if (collection === 'media' || found.length === 0) return read(`per_page=${POOL}`);
  return found;
}
