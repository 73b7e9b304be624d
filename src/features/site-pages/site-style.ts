/** Options with the choices of the owner; the theme's style sheet has the values. */
export const SITE_COLOUR = 'nestpress_site_colour';
export const SITE_FONT = 'nestpress_site_font';

/** The first is the default. */
export const COLOURS = ['blue', 'teal', 'green', 'amber', 'red', 'violet', 'graphite'] as const;
export const FONTS = ['mixed', 'sans', 'serif'] as const;
