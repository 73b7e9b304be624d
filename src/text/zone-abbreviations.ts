/**
 * Abbreviations of zones by their English names, which the runtime knows and which follow what a zone used at a time. Zones
 * without one, such as those of South America and most of Asia, have their offset in the time zone database, too.
 */
const BY_NAME: Readonly<Record<string, string>> = {
  'Alaska Daylight Time': 'AKDT',
  'Alaska Standard Time': 'AKST',
  'American Samoa Standard Time': 'SST',
  'Atlantic Daylight Time': 'ADT',
  'Atlantic Standard Time': 'AST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Central Standard Time': 'ACST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Western Daylight Time': 'AWDT',
  'Australian Western Standard Time': 'AWST',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central Daylight Time': 'CDT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Indonesia Time': 'WITA',
  'Central Standard Time': 'CST',
  'Chamorro Standard Time': 'ChST',
  'China Standard Time': 'CST',
  'Coordinated Universal Time': 'UTC',
  'Cuba Daylight Time': 'CDT',
  'Cuba Standard Time': 'CST',
  'East Africa Time': 'EAT',
  'Eastern Daylight Time': 'EDT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Indonesia Time': 'WIT',
  'Eastern Standard Time': 'EST',
  'Greenwich Mean Time': 'GMT',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hong Kong Standard Time': 'HKT',
  'India Standard Time': 'IST',
  'Irish Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Israel Standard Time': 'IST',
  'Japan Standard Time': 'JST',
  'Korean Standard Time': 'KST',
  'Mexican Pacific Daylight Time': 'MDT',
  'Mexican Pacific Standard Time': 'MST',
  'Moscow Standard Time': 'MSK',
  'Moscow Summer Time': 'MSD',
  'Mountain Daylight Time': 'MDT',
  'Mountain Standard Time': 'MST',
  'New Zealand Daylight Time': 'NZDT',
  'New Zealand Standard Time': 'NZST',
  'Newfoundland Daylight Time': 'NDT',
  'Newfoundland Standard Time': 'NST',
  'North Korea Time': 'KST',
  'Pacific Daylight Time': 'PDT',
  'Pacific Standard Time': 'PST',
  'Pakistan Standard Time': 'PKT',
  'Philippine Standard Time': 'PST',
  'South Africa Standard Time': 'SAST',
  'Taiwan Standard Time': 'CST',
  'Volgograd Standard Time': 'MSK',
  'Volgograd Summer Time': 'MSD',
  'West Africa Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Yukon Time': 'MST',
};

/** Zones that share an English name with others but have no abbreviation in the time zone database. */
const WITHOUT = new Set([
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Antarctica/Casey',
  'Asia/Colombo',
  'Europe/Astrakhan',
  'Europe/Minsk',
  'Europe/Saratov',
  'Europe/Ulyanovsk',
]);

const names = new Map<string, Intl.DateTimeFormat>();

/** What a named zone is abbreviated to at a time, such as `CEST`; undefined if the zone has no abbreviation then. */
export function abbreviationAt(zone: string, seconds: number): string | undefined {
  if (WITHOUT.has(zone)) return undefined;
  try {
    let format = names.get(zone);
    if (!format) names.set(zone, (format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' })));
    const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  } catch {
    return undefined;
  }
}
