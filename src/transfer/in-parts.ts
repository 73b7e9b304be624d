/** More ids in one statement than engines like. */
const MOST_IDS = 2000;

/** Asks for many ids in several statements and puts the answers together. */
export async function inParts<Id, Row>(
  ids: readonly Id[],
  ask: (part: readonly Id[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += MOST_IDS) rows.push(...(await ask(ids.slice(from, from + MOST_IDS))));
  return rows;
}
