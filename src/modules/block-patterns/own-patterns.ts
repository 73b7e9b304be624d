import { messagesOf, type Texts } from '../../site/messages/texts.js';
import { escapeHtml } from '../../text/escape.js';
import { type JsonRecord } from '../../text/json-values.js';
import {
  buttons,
  columns,
  details,
  heading,
  list,
  mediaText,
  newestPosts,
  paragraph,
  quote,
  section,
  shadedSection,
} from './block-markup.js';

type PatternTexts = Texts['patterns'];
type PatternName = keyof PatternTexts;

const CENTRED = { isCentered: true };
const SMALL = { level: 3 };

/** What each pattern is made of, from texts that are HTML already. */
const CONTENTS: { readonly [Name in PatternName]: (texts: PatternTexts[Name]) => string } = {
  opening: (t) =>
    section([
      heading(t.heading, CENTRED),
      paragraph(t.text, CENTRED),
      buttons([{ text: t.begin }, { text: t.more, isOutlined: true }], CENTRED),
    ]),
  pictureAndText: (t) => mediaText([heading(t.heading), paragraph(t.text), buttons([{ text: t.more }])]),
  threePoints: (t) =>
    section([
      heading(t.heading),
      columns([
        [heading(t.first, SMALL), paragraph(t.firstText)],
        [heading(t.second, SMALL), paragraph(t.secondText)],
        [heading(t.third, SMALL), paragraph(t.thirdText)],
      ]),
    ]),
  callToAction: (t) =>
    shadedSection([heading(t.heading, CENTRED), paragraph(t.text, CENTRED), buttons([{ text: t.button }], CENTRED)]),
  recommendation: (t) => quote(t.text, t.name),
  team: (t) => {
    const person = [heading(t.name, SMALL), paragraph(t.role)];
    return section([heading(t.heading), columns([person, person, person])]);
  },
  questions: (t) =>
    section([heading(t.heading), ...[t.first, t.second, t.third].map((question) => details(question, t.answer))]),
  prices: (t) => {
    const plan = (name: string) => [
      heading(name, SMALL),
      paragraph(t.price),
      list([t.firstPart, t.secondPart]),
      buttons([{ text: t.choose }]),
    ];
    return section([heading(t.heading), columns([plan(t.small), plan(t.large)])]);
  },
  contact: (t) =>
    section([
      heading(t.heading),
      columns([
        [heading(t.address, SMALL), paragraph(t.addressText)],
        [heading(t.hours, SMALL), paragraph(t.hoursText)],
        [heading(t.message, SMALL), paragraph(t.messageText)],
      ]),
    ]),
  newestPosts: (t) => section([heading(t.heading), newestPosts(3)]),
};

const CATEGORIES: { readonly [Name in PatternName]: readonly string[] } = {
  opening: ['featured', 'banner'],
  pictureAndText: ['featured', 'about', 'text'],
  threePoints: ['featured', 'columns', 'services'],
  callToAction: ['call-to-action', 'buttons'],
  recommendation: ['testimonials'],
  team: ['team', 'about'],
  questions: ['text'],
  prices: ['services', 'columns'],
  contact: ['contact'],
  newestPosts: ['posts', 'query'],
};

const patternsByLocale = new Map<string, readonly JsonRecord[]>();

/** The patterns of sites that Nestpress installed, in the language of the site. */
export function ownPatterns(locale: string): readonly JsonRecord[] {
  let patterns = patternsByLocale.get(locale);
  if (!patterns) {
    patterns = patternsIn(messagesOf(locale).patterns);
    patternsByLocale.set(locale, patterns);
  }
  return patterns;
}

function patternsIn(texts: PatternTexts): JsonRecord[] {
  return (Object.keys(CONTENTS) as PatternName[]).map((name) => ({
    name: `nestpress/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title: texts[name].title,
    content: contentOf(name, texts),
    description: texts[name].description,
    viewport_width: 1000,
    inserter: true,
    categories: CATEGORIES[name],
    source: 'theme',
  }));
}

function contentOf<Name extends PatternName>(name: Name, texts: PatternTexts): string {
  const escaped = Object.entries<string>(texts[name]).map(([key, text]) => [key, escapeHtml(text)]);
  return CONTENTS[name](Object.fromEntries(escaped) as PatternTexts[Name]);
}
