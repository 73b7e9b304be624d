import { type JsonValue } from '../../rest/response/reply.js';
import { type ConfigErrors } from './config/config-error.js';
import { type ContactForm } from './form/form.js';

type Json = Record<string, unknown>;

export function presentForm({ id, slug, title, locale, properties }: ContactForm): Json {
  return { id, slug, title, locale, properties };
}

/** With what is wrong with it; an empty list where nothing is. */
export function presentChecked(form: ContactForm, errors: ConfigErrors): JsonValue {
  const sections = Object.entries(errors).map(([section, list]) => [
    section,
    list.map(({ message, link }) => ({ message, link })),
  ]);
  return { ...presentForm(form), config_errors: sections.length > 0 ? Object.fromEntries(sections) : [] };
}
