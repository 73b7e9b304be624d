import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  lookupKey,
  type RenderContext,
  type ShortcodeAttributes,
  ShortcodeRegistry,
} from '../../../rendering/index.js';
import { SiteService } from '../../../site/site.service.js';
import { type FormAddresses } from '../html/control.js';
import { renderForm } from '../html/render-form.js';
import { FormsStore } from '../forms.store.js';

/** The form reference of a shortcode. */
interface FormReference {
  readonly id?: number;
  /** The beginning of a hash; digits alone may be one too. */
  readonly hash?: string;
  readonly title?: string;
}

const MAX_TITLE_LENGTH = 500;

/** Undefined if there is none. */
function referenceKey(attributes: ShortcodeAttributes): string | undefined {
  const id = (attributes.get('id') ?? '').trim().toLowerCase();
  const title = (attributes.get('title') ?? '').trim();
  const key: FormReference = {
    ...(/^[1-9]\d{0,14}$/.test(id) && { id: Number(id) }),
    ...(/^[0-9a-f]{7,40}$/.test(id) && { hash: id }),
    ...(title !== '' && title.length <= MAX_TITLE_LENGTH && { title }),
  };
  return Object.keys(key).length === 0 ? undefined : JSON.stringify(key);
}

function readReference(key: string): FormReference {
  return JSON.parse(key) as FormReference;
}

/** The referenced form: by ID, else by hash, else the first with the title. */
function findReferenced<Form extends { id: number; title: string; hash: string | undefined }>(
  { id, hash, title }: FormReference,
  forms: readonly Form[],
): Form | undefined {
  return (
    forms.find((form) => form.id === id) ??
    forms.find((form) => hash !== undefined && form.hash?.toLowerCase().startsWith(hash)) ??
    forms.find((form) => form.title === title)
  );
}

export const FORM_SHORTCODE = 'contact-form-7';

/** The form as shown on the page; part of the fingerprint of cached HTML. */
interface ShownForm {
  readonly id: number;
  readonly locale: string;
  readonly template: string;
  readonly addresses: FormAddresses;
}

/**
 * Renders the shortcode `[contact-form-7 id="12"]`. The HTML is the same for everyone and can be
 * cached: challenges and the token are fetched by the script, or provided by the form's own page.
 */
@Injectable()
export class FormShortcodeService implements OnModuleInit {
  constructor(
    private readonly shortcodes: ShortcodeRegistry,
    private readonly store: FormsStore,
    private readonly sites: SiteService,
  ) {}

  onModuleInit(): void {
    const lookup = { key: referenceKey, load: (keys: readonly string[]) => this.load(keys) };
    this.shortcodes.register(FORM_SHORTCODE, (attributes, _, tag, context) => show(attributes, tag, context), {
      cacheable: true,
      lookup,
    });
  }

  private async load(keys: readonly string[]): Promise<Map<string, string>> {
    const references = keys.map((key) => [key, readReference(key)] as const);
    const all = <T>(values: readonly (T | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))];
    const [site, forms] = await Promise.all([
      this.sites.current(),
      this.store.named(
        all(references.map(([, { id }]) => id)),
        all(references.map(([, { hash }]) => hash)),
        all(references.map(([, { title }]) => title)),
      ),
    ]);
    const found = new Map<string, string>();
    for (const [key, reference] of references) {
      const form = findReferenced(reference, forms);
      if (!form) continue;
      const { id, locale, template } = form;
      const routes = `/forms/v1/contact-forms/${id}`;
      const addresses = {
        action: `${site.serviceHome}/forms/${id}`,
        feedback: site.rest(`${routes}/feedback`),
        refill: site.rest(`${routes}/refill`),
      };
      found.set(key, JSON.stringify({ id, locale, template, addresses } satisfies ShownForm));
    }
    return found;
  }
}

function show(attributes: ShortcodeAttributes, tag: string, { lookups, post, counters }: RenderContext): string {
  const found = lookups.get(lookupKey(tag, referenceKey(attributes) ?? ''));
  // Only visible in the page's source.
  if (found === undefined) return '<!-- contact form not found -->';
  const form = JSON.parse(found) as ShownForm;
  return renderForm({
    ...form,
    unitTag: `wpcf7-f${form.id}-p${post.id}-o${counters.next('form')}`,
    page: post.id,
    attributes: {
      id: attributes.get('html_id'),
      name: attributes.get('html_name'),
      title: attributes.get('html_title'),
      class: attributes.get('html_class'),
    },
    defaults: { shortcode_attr: (name) => attributes.get(name.toLowerCase()) },
  });
}
