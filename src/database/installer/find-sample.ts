import { In } from 'typeorm';
import { Comment, Option, Post, Term, TermRelationship, TermTaxonomy } from '../entities/index.js';
import { type Reader } from '../reader.js';
import { asBlocks } from './sample-blocks.js';
import { ALL_SAMPLES } from './sample-languages.js';
import { type SampleEntry } from './site-writer.js';

export interface SampleContent {
  /** IDs of entries. */
  entries: number[];
  /** Number of their comments. */
  comments: number;
}

/** Options that name a page of the site; such a page is in use. */
const PAGE_OPTIONS = ['page_on_front', 'page_for_posts'];

/** The sample entries as they were installed: without changes, comments of visitors and a role on the front page. */
export async function findSampleContent({ manager }: Reader): Promise<SampleContent> {
  const samples = ALL_SAMPLES.flatMap(({ entries }) => entries);
  const titles = [...new Set(samples.map(({ title }) => title))];
  const rows = await manager.findBy(Post, { type: In(['post', 'page']), title: In(titles) });
  const unchanged = rows.filter((row) => samples.some((sample) => isUnchanged(row, sample)));
  if (unchanged.length === 0) return { entries: [], comments: 0 };
  const ids = unchanged.map(({ id }) => id);
  const [comments, options, revisions] = await Promise.all([
    manager.findBy(Comment, { post: In(ids) }),
    manager.findBy(Option, { name: In(PAGE_OPTIONS) }),
    manager.findBy(Post, { type: 'revision', parent: In(ids) }),
  ]);
  const used = new Set([...options.map(({ value }) => Number(value)), ...revisions.map(({ parent }) => parent)]);
  const sampleTexts = new Set(samples.flatMap((entry) => entry.comments ?? []).map(({ text }) => text));
  for (const { post, content } of comments) if (!sampleTexts.has(content)) used.add(post);
  const entries = ids.filter((id) => !used.has(id));
  return { entries, comments: comments.filter(({ post }) => entries.includes(post)).length };
}

function isUnchanged(row: Post, sample: SampleEntry): boolean {
  return (
    row.type === sample.type &&
    row.title === sample.title &&
    [sample.content, asBlocks(sample.content)].includes(row.content) &&
    row.slug === sample.slug &&
    row.status === sample.status &&
    row.excerpt === (sample.excerpt ?? '') &&
    row.modified === row.date
  );
}

/** Categories and tags of the sample that nothing uses, as they were installed. */
export async function findUnusedSampleTerms({ manager }: Reader): Promise<{ id: number; taxonomy: string }[]> {
  const samples = ALL_SAMPLES.flatMap(({ categories, tags }) => [
    ...categories.map((term) => ({ ...term, taxonomy: 'category' })),
    ...tags.map((term) => ({ ...term, taxonomy: 'post_tag' })),
  ]);
  const [terms, defaultCategory] = await Promise.all([
    manager.findBy(Term, { slug: In([...new Set(samples.map(({ slug }) => slug))]) }),
    manager.findOneBy(Option, { name: 'default_category' }),
  ]);
  const rows = await manager.findBy(TermTaxonomy, { term: In(terms.map(({ id }) => id)) });
  const unchanged = rows.filter(({ term: id, taxonomy, description, parent }) => {
    const { name, slug } = terms.find((term) => term.id === id)!;
    const isSame = samples.some(
      (sample) =>
        sample.slug === slug &&
        sample.taxonomy === taxonomy &&
        sample.name === name &&
        (sample.description ?? '') === description,
    );
    return isSame && parent === 0 && id !== Number(defaultCategory?.value);
  });
  const ids = unchanged.map(({ term }) => term);
  const [assigned, children] = await Promise.all([
    manager.findBy(TermRelationship, { termTaxonomy: In(unchanged.map(({ id }) => id)) }),
    manager.findBy(TermTaxonomy, { parent: In(ids) }),
  ]);
  const used = new Set(assigned.map(({ termTaxonomy }) => termTaxonomy));
  const parents = new Set(children.map(({ parent }) => parent));
  return unchanged
    .filter(({ id, term }) => !used.has(id) && !parents.has(term))
    .map(({ term, taxonomy }) => ({ id: term, taxonomy }));
}
