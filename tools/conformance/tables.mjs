// What the runs showed, as text.
import { readFileSync, writeFileSync } from 'node:fs';

const SHOWN = 10;
const BEGIN = '<!-- counts: npm run conformance -- --write -->';
const END = '<!-- end of counts -->';

const title = ({ variant, server }) => `${variant}, ${server}`;
const areaOf = ({ id }) => id.split('.')[0];

/** A row an area, a column a run: same / differing / deviating. */
function rows(runs) {
  const areas = [...new Set(runs.flatMap(({ cases }) => cases.map(areaOf)))];
  const cell = (cases) =>
    ['same', 'differ', 'deviation'].map((result) => cases.filter((one) => one.result === result).length).join(' / ');
  return [
    ['area', ...runs.map(title)],
    ...areas.map((area) => [area, ...runs.map(({ cases }) => cell(cases.filter((one) => areaOf(one) === area)))]),
    ['total', ...runs.map(({ cases }) => cell(cases))],
  ];
}

export function table(runs) {
  const all = rows(runs);
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column] + 3))).join(''),
  );
  return ['Responses that match / differ / differ on purpose', ...lines].join('\n');
}

/** The first cases of each run that differ, and where. */
export function differences(runs) {
  return runs
    .flatMap((run) => {
      const bad = run.cases.filter(({ result }) => result === 'differ' || result === 'no reference');
      const lines = bad
        .slice(0, SHOWN)
        .map(
          ({ id, request, differences: found }) =>
            `  ${id} (${request}): ${found.slice(0, 3).map(describe).join('; ') || 'no recorded response'}`,
        );
      return bad.length > 0
        ? [
            `\n${title(run)}: ${bad.length} differ`,
            ...lines,
            ...(bad.length > SHOWN ? [`  and ${bad.length - SHOWN} more (--report DIR has them)`] : []),
          ]
        : [];
    })
    .join('\n');
}

function describe({ path, ref, got }) {
  const text = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
  return `${path} is ${text(got)}, recorded ${text(ref)}`;
}

/** Replaces the table between two marks of a page. */
export function writeSummary(file, runs) {
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${file} lacks the marks between which the counts stand`);
  const [head, ...body] = rows(runs).map((row) => `| ${row.join(' | ')} |`);
  writeFileSync(file, [before + BEGIN, head, head.replace(/[^|]+/g, '---'), ...body, END + after].join('\n'));
}
