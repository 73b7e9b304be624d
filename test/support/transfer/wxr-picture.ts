import { readWxr } from '../../../src/features/transfer/import/wxr-reader.js';
import { type WxrItem, type WxrRecord, type WxrTerm } from '../../../src/features/transfer/import/wxr-records.js';

/** Everything an export file says, in an order and under names that do not depend on the database it was made from. */
export async function pictureOf(xml: string): Promise<Record<string, unknown>> {
  const records: WxrRecord[] = [];
  async function* source() {
    yield Buffer.from(xml);
  }
  for await (const part of readWxr(source())) records.push(...part.records);
  const values = <Kind extends WxrRecord['kind']>(kind: Kind) =>
    records
      .filter((record): record is Extract<WxrRecord, { kind: Kind }> => record.kind === kind)
      .map((record) => record.value as Extract<WxrRecord, { kind: Kind }>['value']);
  const terms = values('term') as WxrTerm[];
  const slugs = new Map(terms.map((term) => [String(term.id), `${term.taxonomy}/${term.slug}`]));
  const items = (values('item') as WxrItem[]).map((item) => ({
    ...item,
    terms: item.terms.map((term) => `${term.taxonomy}/${term.slug}/${term.name}`).sort(),
    meta: item.meta
      .map(({ key, value }) => `${key}=${key === '_menu_item_object_id' ? (slugs.get(value) ?? value) : value}`)
      .sort(),
    comments: item.comments.map((comment) => ({ ...comment, author: comment.author > 0 })),
  }));
  return {
    authors: values('author')
      .map((author) => ({ ...(author as object), id: 0 }))
      .sort(byText),
    terms: terms.map((term) => ({ ...term, id: 0 })).sort(byText),
    items: items.sort((a, b) => a.id - b.id),
  };
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
