#!/usr/bin/env node
// Fills an installed MySQL database with generated posts, terms, meta, comments, media and authors in realistic proportions.
//   node tools/fill.mjs mysql://root@127.0.0.1:3306/db 100000 [prefix]
// The same number gives the same content: sizes can be compared between runs.
import './usage.mjs';
import mysql from 'mysql2/promise';

const BATCH = 1000;
const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud'.split(
    ' ',
  );
const CATEGORIES = 50;
/** A comment on every so many posts goes to the first one, which everybody talks about. */
const TALKED_ABOUT = 100;
/** Posts to a picture, and pictures to a document. */
const POSTS_TO_MEDIA = 5;
const MEDIA_TO_DOCUMENT = 50;
/** Texts are put together from this many paragraphs. */
const PARAGRAPHS = 2000;

const POST_COLUMNS = [
  'ID',
  'post_author',
  'post_date',
  'post_date_gmt',
  'post_content',
  'post_title',
  'post_excerpt',
  'post_status',
  'post_name',
  'post_modified',
  'post_modified_gmt',
  'guid',
  'post_type',
  'comment_count',
  'post_mime_type',
  'to_ping',
  'pinged',
  'post_content_filtered',
];

/** Pseudo-random whole numbers below a bound, from a seed, so that content is repeatable. */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

/** Ten minutes from post to post: a million end in 2025. */
const stamp = (index) => new Date(Date.UTC(2006, 0, 1) + index * 600_000).toISOString().slice(0, 19).replace('T', ' ');

export async function fill(uri, posts, prefix = 'wp_') {
  const connection = await mysql.createConnection({ uri, multipleStatements: true });
  const t = (name) => `\`${prefix}${name}\``;
  const random = randomFrom(7);
  const sentence = (words) => Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => `<p>${sentence(60)}.</p>`);
  const insert = (table, columns, rows) =>
    rows.length ? connection.query(`INSERT INTO ${t(table)} (${columns.join(',')}) VALUES ?`, [rows]) : undefined;
  const next = async (table, column) => {
    const [[{ first }]] = await connection.query(`SELECT COALESCE(MAX(${column}), 0) + 1 AS first FROM ${t(table)}`);
    return Number(first);
  };
  try {
    await connection.query("SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION', unique_checks=0, foreign_key_checks=0");
    const authors = Math.min(200, Math.max(5, Math.round(posts / 500)));
    const tags = Math.min(2000, Math.max(50, Math.round(posts / 50)));
    const firstPost = await next('posts', 'ID');
    const firstUser = await next('users', 'ID');
    const firstTerm = Math.max(await next('terms', 'term_id'), await next('term_taxonomy', 'term_taxonomy_id'));
    const firstTag = firstTerm + CATEGORIES;

    const people = Array.from({ length: authors }, (_, i) => ({ id: firstUser + i, name: `writer${i}` }));
    await insert(
      'users',
      ['ID', 'user_login', 'user_pass', 'user_nicename', 'user_email', 'user_registered', 'display_name'],
      people.map(({ id, name }) => [id, name, '*', name, `${name}@example.test`, stamp(0), name]),
    );
    await insert(
      'usermeta',
      ['user_id', 'meta_key', 'meta_value'],
      people.map(({ id }) => [id, `${prefix}capabilities`, 'a:1:{s:6:"author";b:1;}']),
    );
    const terms = Array.from({ length: CATEGORIES + tags }, (_, i) => ({
      id: firstTerm + i,
      taxonomy: i < CATEGORIES ? 'category' : 'post_tag',
      slug: i < CATEGORIES ? `topic-${i}` : `tag-${i}`,
    }));
    await insert(
      'terms',
      ['term_id', 'name', 'slug'],
      terms.map(({ id, slug }) => [id, slug.replace('-', ' '), slug]),
    );
    await insert(
      'term_taxonomy',
      ['term_taxonomy_id', 'term_id', 'taxonomy', 'description'],
      terms.map(({ id, taxonomy }) => [id, id, taxonomy, '']),
    );

    /** How many published posts each term has. */
    const published = new Map();
    for (let from = 0; from < posts; from += BATCH) {
      const rows = [],
        relations = [],
        metas = [],
        comments = [],
        media = [];
      for (let i = from; i < Math.min(posts, from + BATCH); i++) {
        const id = firstPost + i;
        const date = stamp(i);
        const content = Array.from({ length: 5 }, () => paragraphs[random(PARAGRAPHS)]).join('\n\n');
        const commentCount = i % 10 === 0 ? 2 : 0;
        const status = i % 20 === 19 ? 'draft' : 'publish';
        rows.push([
          id,
          firstUser + random(authors),
          date,
          date,
          content,
          `${sentence(5)} ${i}`,
          '',
          status,
          `generated-post-${id}`,
          date,
          date,
          `http://site.test/?p=${id}`,
          'post',
          commentCount,
          '',
          '',
          '',
          '',
        ]);
        const category = firstTerm + random(CATEGORIES);
        const tag = random(tags);
        for (const term of [category, ...[0, 7, 14].map((step) => firstTag + ((tag + step) % tags))]) {
          relations.push([id, term]);
          if (status === 'publish') published.set(term, (published.get(term) ?? 0) + 1);
        }
        metas.push([id, '_edit_last', '1']);
        for (let k = 0; k < commentCount; k++)
          comments.push([id, 'Reader', 'reader@example.test', date, date, sentence(20), '1', '']);
        if (i % TALKED_ABOUT === 1)
          comments.push([firstPost, 'Reader', 'reader@example.test', date, date, sentence(20), '1', '']);
        if (i % POSTS_TO_MEDIA === 0) {
          const file = firstPost + posts + i / POSTS_TO_MEDIA;
          const type = (i / POSTS_TO_MEDIA) % MEDIA_TO_DOCUMENT === 1 ? 'application/pdf' : 'image/jpeg';
          media.push([
            file,
            firstUser + random(authors),
            date,
            date,
            '',
            `file ${i}`,
            '',
            'inherit',
            `file-${file}`,
            date,
            date,
            `http://site.test/file-${file}`,
            'attachment',
            0,
            type,
            '',
            '',
            '',
          ]);
        }
      }
      await connection.beginTransaction();
      await insert('posts', POST_COLUMNS, [...rows, ...media]);
      await insert('term_relationships', ['object_id', 'term_taxonomy_id'], relations);
      await insert('postmeta', ['post_id', 'meta_key', 'meta_value'], metas);
      await insert(
        'comments',
        [
          'comment_post_ID',
          'comment_author',
          'comment_author_email',
          'comment_date',
          'comment_date_gmt',
          'comment_content',
          'comment_approved',
          'comment_agent',
        ],
        comments,
      );
      await connection.commit();
    }
    await connection.query(
      `INSERT INTO ${t('term_taxonomy')} (term_taxonomy_id, term_id, taxonomy, description, count) VALUES ? ON DUPLICATE KEY UPDATE count = VALUES(count)`,
      [terms.map(({ id, taxonomy }) => [id, id, taxonomy, '', published.get(id) ?? 0])],
    );
    await connection.query(
      `ANALYZE TABLE ${['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships', 'comments', 'users', 'usermeta'].map(t).join(', ')}`,
    );
    return { firstPost, firstTerm, firstTag, firstUser };
  } finally {
    await connection.end();
  }
}

/** Copies every post as an entry of another type, with one of so many terms of another taxonomy. Returns the id of the first term. */
export async function fillType(uri, { type, taxonomy, terms = CATEGORIES }, prefix = 'wp_') {
  const connection = await mysql.createConnection({ uri });
  const t = (name) => `\`${prefix}${name}\``;
  const maximum = async (table, column) => {
    const [[{ last }]] = await connection.query(`SELECT COALESCE(MAX(${column}), 0) AS last FROM ${t(table)}`);
    return Number(last);
  };
  try {
    const offset = await maximum('posts', 'ID');
    const firstTerm =
      1 + Math.max(await maximum('terms', 'term_id'), await maximum('term_taxonomy', 'term_taxonomy_id'));
    const ids = Array.from({ length: terms }, (_, index) => firstTerm + index);
    await connection.query(`INSERT INTO ${t('terms')} (term_id, name, slug) VALUES ?`, [
      ids.map((id) => [id, `${taxonomy} ${id}`, `${taxonomy}-${id}`]),
    ]);
    await connection.query(
      `INSERT INTO ${t('term_taxonomy')} (term_taxonomy_id, term_id, taxonomy, description) VALUES ?`,
      [ids.map((id) => [id, id, taxonomy, ''])],
    );
    const copied = POST_COLUMNS.map((column) => ({ ID: 'ID + ?', post_type: '?' })[column] ?? column);
    await connection.query(
      `INSERT INTO ${t('posts')} (${POST_COLUMNS.join(', ')}) SELECT ${copied.join(', ')} FROM ${t('posts')} WHERE post_type = 'post'`,
      [offset, type],
    );
    await connection.query(
      `INSERT INTO ${t('term_relationships')} (object_id, term_taxonomy_id) SELECT ID, ? + ID % ? FROM ${t('posts')} WHERE post_type = ?`,
      [firstTerm, terms, type],
    );
    await connection.query(
      `ANALYZE TABLE ${['posts', 'terms', 'term_taxonomy', 'term_relationships'].map(t).join(', ')}`,
    );
    return firstTerm;
  } finally {
    await connection.end();
  }
}

if (process.argv[1] === import.meta.filename) {
  const [uri, posts, prefix] = process.argv.slice(2);
  const started = performance.now();
  console.log(await fill(uri, Number(posts), prefix), `${((performance.now() - started) / 1000).toFixed(1)} s`);
}
