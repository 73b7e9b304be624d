import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { type ArchivePeriod, type BlockSite } from '../../block-data.js';
import { numeric } from '../block.js';
import { archives } from '../block-queries.js';
import { type Block, type BlockRenderer } from '../block-scope.js';
import { shownDate } from './list-blocks.js';
import { openingScript } from './term-blocks.js';
import { linkColorClass, partAttributes, partStyle, wrapperAttributes } from './wrapper.js';

/** Blocks that lead to the posts of a year, a month or a day. */
export const DATE_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  archives: (block, { context }) => {
    const { type } = block.attributes;
    const isKnown = type === undefined || PERIODS.has(type);
    const periods = (isKnown && context.blockData.get(archives(block.attributes))) || [];
    if (periods.length === 0)
      return `<div ${wrapperAttributes(block, { classes: ['wp-block-archives-list'] })}>No archives to show.</div>`;
    const { by } = archives(block.attributes);
    const site = context.site.blocks;
    const visible = periods.map((period) => ({
      url: periodUrl(period, by, site),
      label: periodLabel(period, by, site),
      count: block.attributes.showPostCounts === true ? `&nbsp;(${period.count})` : '',
    }));
    if (block.attributes.displayAsDropdown === true) {
      const id = `wp-block-archives-${context.counters.next('block')}`;
      const options = visible.map(({ url, label, count }) => `\t<option value='${url}'> ${label} ${count}</option>\n`);
      const hidden = block.attributes.showLabel === false ? ' screen-reader-text' : '';
      return (
        `<div ${wrapperAttributes(block, { classes: ['wp-block-archives-dropdown'] })}><label for="${id}" class="wp-block-archives__label${hidden}">Archives</label>` +
        `\n\t\t<select id="${id}" name="archive-dropdown">\n\t\t<option value="">${SELECT_LABELS[by]}</option>${options.join('')}</select>` +
        `${openingScript(id, 'if (list.value) location.href = list.value;')}\n</div>`
      );
    }
    const items = visible.map(({ url, label, count }) => `\t<li><a href='${url}'>${label}</a>${count}</li>\n`);
    return `<ul ${wrapperAttributes(block, { classes: ['wp-block-archives-list'] })}>${items.join('')}</ul>`;
  },

  calendar: (block, { context }) =>
    calendar(
      block,
      context.blockData.get({ kind: 'archives', by: 'day' }) ?? [],
      context.blockData.get({ kind: 'today' }) ?? '',
      context.site.blocks,
    ),
};

const PERIODS: ReadonlySet<unknown> = new Set(['yearly', 'monthly', 'daily']);
const SELECT_LABELS = { year: 'Select Year', month: 'Select Month', day: 'Select Day' } as const;

const two = (number: number) => String(number).padStart(2, '0');
const four = (number: number) => String(number).padStart(4, '0');

function periodUrl({ year, month, day }: ArchivePeriod, by: 'year' | 'month' | 'day', site: BlockSite): string {
  const parts = [four(year), ...(by === 'year' ? [] : [two(month)]), ...(by === 'day' ? [two(day)] : [])];
  if (site.permalinks === '') return escapeHtml(`${site.home}/?${by === 'year' ? 'year' : 'm'}=${parts.join('')}`);
  const front = site.permalinks.slice(0, Math.max(0, site.permalinks.indexOf('%'))) || '/';
  return escapeHtml(`${site.home}${front}${parts.join('/')}${site.permalinks.endsWith('/') ? '/' : ''}`);
}

function periodLabel({ year, month, day }: ArchivePeriod, by: 'year' | 'month' | 'day', site: BlockSite): string {
  if (by === 'year') return String(year);
  const date = `${four(year)}-${two(month)}-${two(by === 'day' ? day : 1)} 00:00:00`;
  return shownDate(date, site, by === 'day' ? undefined : 'F Y');
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;

/** The month that a calendar shows: that of the attributes, which need both, or else the current one. */
function shownMonth({ attributes }: Block, today: string): [year: number, month: number] {
  const year = numeric(attributes.year);
  const month = numeric(attributes.month);
  return year === undefined || month === undefined
    ? [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
    : [Math.trunc(year), Math.trunc(month)];
}

/** Sites without posts have no calendar. */
function calendar(block: Block, days: readonly ArchivePeriod[], today: string, site: BlockSite): string {
  const [year, month] = shownMonth(block, today);
  if (days.length === 0 || year < 1 || year > 9999 || month < 1 || month > 12) return '';
  const first = Date.UTC(year, month - 1, 1);
  const length = Math.round((Date.UTC(year, month, 1) - first) / DAY_MS);
  const lead = (new Date(first).getUTCDay() - site.startOfWeek + 7) % 7;
  const posted = new Set(days.filter((day) => day.year === year && day.month === month).map(({ day }) => day));
  const heads = DAYS.map((_, index) => DAYS[(index + site.startOfWeek) % 7]!).map(
    (name) => `\n\t\t<th scope="col" aria-label="${name}">${name[0]}</th>`,
  );
  let body = '\n\t<tr>';
  if (lead > 0) body += `\n\t\t<td colspan="${lead}" class="pad">&nbsp;</td>`;
  for (let day = 1; day <= length; day++) {
    if (day > 1 && (lead + day - 1) % 7 === 0) body += '\n\t</tr>\n\t<tr>\n\t\t';
    const isToday = today === `${four(year)}-${two(month)}-${two(day)}`;
    body += `<td${isToday ? ' id="today"' : ''}>${posted.has(day) ? dayLink({ year, month, day, count: 0 }, site) : day}</td>`;
  }
  const rest = (7 - ((lead + length) % 7)) % 7;
  if (rest > 0) body += `\n\t\t<td class="pad" colspan="${rest}">&nbsp;</td>`;
  return (
    `<div ${wrapperAttributes(block)}><table ${tableAttributes(block)}>\n\t<caption>${shownDate(`${four(year)}-${two(month)}-01 00:00:00`, site, 'F Y')}</caption>` +
    `\n\t<thead>\n\t<tr>${heads.join('')}\n\t</tr>\n\t</thead>\n\t<tbody>${body}\n\t</tr>\n\t</tbody>\n\t</table>${monthLinks(days, year, month, site)}</div>`
  );
}

/** The colours of a calendar are those of its table. */
function tableAttributes(block: Block): string {
  const style = partStyle(block.attributes, 'plainColor');
  const { classes } = partAttributes(block.attributes, 'plainColor');
  const all = ['wp-calendar-table', ...classes, linkColorClass(block)].filter((name) => name !== false);
  return `${style === '' ? '' : `style="${escapeAttribute(style)}" `}id="wp-calendar" class="${all.join(' ')}"`;
}

function dayLink(period: ArchivePeriod, site: BlockSite): string {
  const label = `Posts published on ${periodLabel(period, 'day', { ...site, dateFormat: 'F j, Y' })}`;
  return `<a href="${periodUrl(period, 'day', site)}" aria-label="${label}">${period.day}</a>`;
}

function monthLinks(days: readonly ArchivePeriod[], year: number, month: number, site: BlockSite): string {
  const at = year * 12 + month;
  const monthNumber = (period: ArchivePeriod) => period.year * 12 + period.month;
  const before = days.find((period) => monthNumber(period) < at);
  const after = days.findLast((period) => monthNumber(period) > at);
  const name = (period: ArchivePeriod) => shownDate(`${four(period.year)}-${two(period.month)}-01 00:00:00`, site, 'M');
  const previous = before && `<a href="${periodUrl(before, 'month', site)}">&laquo; ${name(before)}</a>`;
  const next = after && `<a href="${periodUrl(after, 'month', site)}">${name(after)} &raquo;</a>`;
  return (
    '<nav aria-label="Previous and next months" class="wp-calendar-nav">' +
    `\n\t\t<span class="wp-calendar-nav-prev">${previous ?? '&nbsp;'}</span>\n\t\t<span class="pad">&nbsp;</span>` +
    `\n\t\t<span class="wp-calendar-nav-next">${next ?? '&nbsp;'}</span>\n\t</nav>`
  );
}
