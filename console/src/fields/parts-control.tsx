import { t } from '../texts';
import { type CompositeProps, type FieldSpec } from './field-spec';
import { GroupControl } from './rows-control';

const text = (name: string, label: string): FieldSpec => ({ name, label, control: { kind: 'text' } });
const number = (name: string, label: string): FieldSpec => ({ name, label, control: { kind: 'number', step: 'any' } });

/** A value that consists of parts, each with a control of its own. */
const inParts =
  <K extends 'link' | 'place' | 'icon'>(partsOf: () => readonly FieldSpec[]) =>
  ({ spec, ...props }: CompositeProps<K>) => (
    <GroupControl {...props} spec={{ ...spec, control: { kind: 'group', fields: partsOf() } }} />
  );

export const LinkControl = inParts<'link'>(() => [
  text('url', t.menus.address),
  text('title', t.editor.link.text),
  {
    name: 'target',
    label: t.fields.target,
    control: { kind: 'choice', options: [{ value: '_blank', label: t.editor.link.newTab }], isOptional: true },
  },
]);

export const PlaceControl = inParts<'place'>(() => [
  text('address', t.menus.address),
  number('lat', t.fields.latitude),
  number('lng', t.fields.longitude),
  number('zoom', t.fields.zoom),
]);

/** Where an icon may be from, as it is stored. */
const ICON_SOURCES = ['dashicons', 'media_library', 'url'] as const;

export const IconControl = inParts<'icon'>(() => [
  {
    name: 'type',
    label: t.fields.iconSource,
    control: {
      kind: 'choice',
      options: ICON_SOURCES.map((value) => ({ value, label: t.fields.iconSources[value] })),
      isOptional: true,
    },
  },
  text('value', t.fields.iconName),
]);
