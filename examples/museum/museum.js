import {
  ContentService,
  defineBlock,
  defineCommand,
  defineConsoleExtension,
  defineContentType,
  defineField,
  defineRole,
  defineSettings,
  defineTaxonomy,
  layouts,
  media,
  relation,
  rows,
} from '@nestpress/server';

export const venue = defineContentType({
  name: 'venue',
  label: 'Venues',
  labels: { singular_name: 'Venue' },
  restBase: 'venues',
  supports: ['title', 'editor', 'thumbnail', 'custom-fields'],
  meta: { address: { type: 'string', label: 'Address', lines: 3 } },
});

export const period = defineTaxonomy({
  name: 'period',
  label: 'Periods',
  restBase: 'periods',
  hierarchical: true,
  types: ['exhibition'],
});

const meta = {
  venue: relation({ to: 'venue', label: 'Venue', reverse: 'exhibitions', column: true }),
  curators: relation({ to: 'user', many: true, label: 'Curators', maxItems: 3 }),
  starts: { type: 'string', format: 'date', label: 'Opens on', indexed: true, column: true },
  ends: { type: 'string', format: 'date', label: 'Closes on', indexed: true },
  is_free: { type: 'boolean', label: 'Free admission', indexed: true },
  price: {
    type: 'number',
    minimum: 0,
    label: 'Price',
    help: 'For adults; reductions are in the settings.',
    when: [{ field: 'is_free', is: 'unset' }],
    indexed: true,
  },
  gallery: media({ many: true, images: true, label: 'Gallery', tab: 'Pictures' }),
  program: rows(
    {
      title: { type: 'string', label: 'Title', required: true, maxLength: 120 },
      day: { type: 'string', format: 'date', label: 'Day' },
      time: { type: 'string', format: 'time', label: 'Time' },
      room: relation({ to: 'venue', label: 'Elsewhere' }),
    },
    { label: 'Programme', tab: 'Programme' },
  ),
  parts: layouts(
    {
      text: { label: 'Text', fields: { text: { type: 'string', label: 'Text', lines: 6 } } },
      film: { label: 'Film', fields: { file: media({ label: 'File' }), minutes: { type: 'integer', minimum: 1 } } },
    },
    { label: 'Parts of the page', tab: 'Page' },
  ),
};

const review = {
  statuses: { in_review: { label: 'In review', isQueue: true }, approved: { label: 'Approved' } },
  transitions: [
    { from: ['draft', 'approved'], to: 'in_review' },
    { from: ['in_review', 'publish'], to: 'draft' },
    { from: 'in_review', to: 'approved', capability: 'approve_exhibitions' },
    { from: 'approved', to: 'publish' },
  ],
};

export const exhibition = defineContentType({
  name: 'exhibition',
  label: 'Exhibitions',
  labels: { singular_name: 'Exhibition' },
  restBase: 'exhibitions',
  capabilityType: 'exhibition',
  hasArchive: true,
  pageTemplate: new URL('./exhibition.html', import.meta.url),
  supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'revisions', 'custom-fields'],
  meta,
  ...review,
});

const manager = { manages: ['exhibition'], capabilities: ['approve_exhibitions'] };
export const administrator = defineRole({ name: 'administrator', ...manager });
export const editor = defineRole({ name: 'editor', ...manager });
export const curator = defineRole({
  name: 'curator',
  label: 'Curator',
  manages: ['exhibition'],
  capabilities: ['read', 'upload_files', 'edit_posts'],
});

export const museum = defineSettings({
  name: 'museum',
  title: 'Museum',
  settings: {
    reduction: { type: 'integer', minimum: 0, maximum: 100, label: 'Reduction in per cent', default: 50, public: true },
  },
});

/** Whether the exhibition has begun and not ended, for front ends. The date is part of the value, so it is not cached. */
export const isOpen = defineField({
  on: ['exhibition'],
  name: 'is_open',
  schema: { type: 'boolean', description: 'Whether it can be visited today.' },
  reads: 'elsewhere',
  async load(exhibitions, database) {
    const today = new Date().toISOString().slice(0, 10);
    const dates = await database.query(
      `SELECT post_id AS id, meta_key AS name, meta_value AS day FROM ${database.tables.postmeta} ` +
        `WHERE meta_key IN ('starts', 'ends') AND post_id IN (${exhibitions.map(() => '?').join(', ')})`,
      exhibitions.map(({ id }) => id),
    );
    const dayOf = (id, name) => dates.find((row) => Number(row.id) === id && row.name === name)?.day ?? '';
    return exhibitions.map(({ id }) => dayOf(id, 'starts') <= today && today <= (dayOf(id, 'ends') || '9999'));
  },
});

const dayIn = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const fields = 'id,title,link,meta';

/** A list of what opens next, in contents. */
export const openings = defineBlock({
  name: 'museum/openings',
  title: 'Openings',
  description: 'What opens next.',
  icon: 'calendar-alt',
  attributes: { count: { type: 'integer', label: 'Exhibitions', minimum: 1, maximum: 20, default: 3 } },
  reads: ['posts', 'postmeta'],
  async render(blocks, { entries }) {
    const query = { meta: { starts: { gt: dayIn(0) } }, orderby: 'meta.starts', order: 'asc', _fields: fields };
    const { items } = await entries('exhibition').find({ ...query, per_page: 20 });
    const line = ({ link, title, meta }) => `<li><a href="${link}">${title.rendered}</a> ${meta.starts}</li>`;
    return blocks.map(
      ({ attributes }) => `<ul class="openings">${items.slice(0, attributes.count).map(line).join('')}</ul>`,
    );
  },
});

/** `npx nestpress openings --days 14` */
export const listOpenings = defineCommand({
  name: 'openings',
  description: 'what opens in the next days',
  options: { '--days <number>': 'how many, instead of 30' },
  async run({ app, options: { days = '30' }, print }) {
    const query = {
      meta: { starts: { gte: dayIn(0), lte: dayIn(Number(days)) } },
      orderby: 'meta.starts',
      order: 'asc',
    };
    const { items } = await app
      .get(ContentService)
      .asSystem()
      .of(exhibition)
      .find({ ...query, _fields: fields });
    print(items, items.map(({ title, meta }) => `${meta.starts}  ${title.rendered}`).join('\n') || 'Nothing opens.');
  },
});

const setFree =
  (isFree) =>
  async (ids, { entries }) => {
    for (const id of ids) await entries('exhibition').update(id, { meta: { is_free: isFree } });
  };

/** Buttons in lists and editors, and a panel with what else is at the venue. */
export const desk = defineConsoleExtension({
  name: 'museum',
  actions: [
    {
      name: 'make-free',
      on: ['exhibition'],
      label: 'Make free',
      confirm: 'Visitors no longer pay for admission.',
      done: 'Admission is free.',
      undo: 'charge',
      run: setFree(true),
    },
    {
      name: 'charge',
      on: ['exhibition'],
      label: 'Charge',
      done: 'Admission is paid.',
      isHidden: true,
      run: setFree(false),
    },
  ],
  panels: [
    {
      name: 'venue',
      title: 'At the same venue',
      on: ['exhibition'],
      actions: ['make-free'],
      async rows(id, { entries }) {
        const { venue } = (await entries('exhibition').get(id, { context: 'edit', _fields: 'meta' })).meta;
        if (!venue) return [];
        const query = { meta: { venue }, orderby: 'meta.starts', order: 'asc', _fields: fields };
        const { items } = await entries('exhibition').find({ ...query, exclude: [id] });
        const urlOf = (other) => `content/exhibitions/${other}`;
        return items.map((item) => ({ label: item.meta.starts, value: item.title.rendered, url: urlOf(item.id) }));
      },
    },
  ],
});
