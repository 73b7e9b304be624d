import { type AgentImage } from './agent-images.service.js';

/** Something that users start in the menu of their agent. */
export interface AgentPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[];
  /** The tool without which it leads nowhere. */
  readonly needs?: string;
  /** What a message has before its text: the entry that the argument `uri` names, or the image of the argument `id`. */
  readonly shows?: 'entry' | 'image';
  text(values: Readonly<Record<string, string>>): string;
}

export const PROMPTS: readonly AgentPrompt[] = [
  {
    name: 'site_overview',
    title: 'What is on this site',
    description: 'Sums up the site: its subjects, latest entries, and what waits for somebody.',
    arguments: [],
    text: () =>
      'Give me an overview of this site. List its latest posts and pages, and the comments that wait for moderation ' +
      '(status hold), as far as I may read them. Say in a few sentences what the site is about, what is new, and what waits for me.',
  },
  {
    name: 'draft_post',
    title: 'Draft a post',
    description: 'Writes a draft about a topic, in the language and tone of the site.',
    arguments: [
      { name: 'topic', description: 'What the post is about.', required: true },
      { name: 'notes', description: 'What it must say.' },
    ],
    needs: 'create_post',
    text: ({ topic = '', notes = '' }) =>
      `Write a post about this topic: ${topic}\n${notes && `It must say: ${notes}\n`}` +
      'First read two or three of the latest posts, and use their language, tone and length. Choose among the existing ' +
      'categories and tags. Then store it as a draft, with content_format markdown, and show me its title and address.',
  },
  {
    name: 'review_entry',
    title: 'Review an entry',
    description: 'Looks for mistakes in an entry, and suggests changes.',
    arguments: [{ name: 'uri', description: 'Address of the entry, such as nestpress://post/7.', required: true }],
    shows: 'entry',
    text: () =>
      'Review this entry: spelling, unclear sentences, headings, links, and images without alternative text. List what you ' +
      'would change with a reason for each. Change nothing before I agree.',
  },
  {
    name: 'describe_image',
    title: 'Describe an image',
    description: 'Writes the alternative text of an uploaded image.',
    arguments: [{ name: 'id', description: 'ID of the image.', required: true }],
    needs: 'update_media',
    shows: 'image',
    text: ({ id = '' }) =>
      `Write an alternative text for this image (ID ${id}): one sentence of up to 125 characters that says what is to be ` +
      'seen, in the language of the site. Show it to me, and store it with update_media when I agree.',
  },
];

/** An image and its description, as contents of a message or of a result. */
export function imageContents({ uri, description, data, mimeType }: AgentImage) {
  return [
    { type: 'image' as const, data, mimeType },
    { type: 'resource' as const, resource: { uri, mimeType: 'application/json', text: JSON.stringify(description) } },
  ];
}
