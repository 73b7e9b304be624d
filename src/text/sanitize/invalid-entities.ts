/** What Windows-1252 has at 128 to 159, which Unicode keeps for control characters; 0 where it has nothing either. */
const WINDOWS_1252 = [
  8364, 0, 8218, 402, 8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 0, 381, 0, 0, 8216, 8217, 8220, 8221, 8226,
  8211, 8212, 732, 8482, 353, 8250, 339, 0, 382, 376,
];

/** Numeric references that mean a Windows-1252 character become those of the character itself; those of none vanish. */
export function fixInvalidEntities(text: string): string {
  if (!text.includes('&#1')) return text;
  return text.replace(/&#(12[89]|1[345]\d);/g, (_all, number: string) => {
    const code = WINDOWS_1252[Number(number) - 128];
    return code ? `&#${code};` : '';
  });
}
