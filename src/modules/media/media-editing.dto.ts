import { type ImageEdit } from './images/edit-image.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { type ArgDeclaration, type ValueSchema } from '../../rest/args/schema.js';
import { describeProperties, type Field } from '../../rest/fields/resource-fields.js';
import { MEDIA_FIELDS } from './media.fields.js';
import { ENTRY_ID } from '../entries/api/entry.dto.js';
import { EntryIdDto } from '../entries/api/entry-write.dto.js';

/** An object with just the members that it needs. */
const complete = (description: string, properties: Record<string, ValueSchema>): ValueSchema => ({
  description,
  type: 'object',
  required: Object.keys(properties),
  properties,
});

function modifier(title: string, type: string, args: Record<string, ValueSchema>): ValueSchema {
  return {
    title,
    properties: {
      type: { description: 'Type of the modification.', type: 'string', enum: [type] },
      args: complete('Parameters of the modification.', args),
    },
  };
}

export const MODIFIER: ValueSchema = {
  description: 'A modification.',
  type: 'object',
  required: ['type', 'args'],
  oneOf: [
    modifier('Flip', 'flip', {
      flip: complete('Axes to flip around.', {
        horizontal: { type: 'boolean', description: 'Whether to flip top and bottom.' },
        vertical: { type: 'boolean', description: 'Whether to flip left and right.' },
      }),
    }),
    modifier('Rotation', 'rotate', { angle: { type: 'number', description: 'Rotation in degrees, clockwise.' } }),
    modifier('Crop', 'crop', {
      left: { type: 'number', description: 'Left edge, in percent of the width.' },
      top: { type: 'number', description: 'Top edge, in percent of the height.' },
      width: { type: 'number', description: 'Width, in percent.' },
      height: { type: 'number', description: 'Height, in percent.' },
    }),
  ],
};

export interface Modifier {
  type: string;
  args: Record<string, unknown> & { flip?: { horizontal: boolean; vertical: boolean } };
}

const PERCENT = { type: 'number', minimum: 0, maximum: 100 } as const;

/** The schema of a member of media, as an argument. */
function member(name: string) {
  const { description, type, properties, arg } = MEDIA_FIELDS[name] as Field;
  const siteSchema: ArgDeclaration['siteSchema'] =
    properties && ((site, profile) => ({ properties: describeProperties(properties, profile, site) }));
  return { description, type, siteSchema, ...arg };
}

export class EditMediaDto {
  @Arg({ ...ENTRY_ID, unlisted: true })
  id!: number;

  @Arg({ type: 'string', format: 'uri', required: true, description: 'URL of the image file to edit.' })
  src!: string;

  @Arg({ type: 'array', minItems: 1, items: MODIFIER, description: 'Modifications to apply, in order.' })
  modifiers?: Modifier[];

  @Arg({
    type: 'integer',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
    description: 'Rotation in degrees, clockwise. Deprecated: use `modifiers`.',
  })
  rotation?: number;

  @Arg({ ...PERCENT, description: 'Left edge, in percent. Deprecated: use `modifiers`.' })
  x?: number;

  @Arg({ ...PERCENT, description: 'Top edge, in percent. Deprecated: use `modifiers`.' })
  y?: number;

  @Arg({ ...PERCENT, description: 'Width, in percent. Deprecated: use `modifiers`.' })
  width?: number;

  @Arg({ ...PERCENT, description: 'Height, in percent. Deprecated: use `modifiers`.' })
  height?: number;

  @Arg(member('caption'))
  caption?: unknown;

  @Arg(member('description'))
  description?: unknown;

  @Arg(member('title'))
  title?: unknown;

  @Arg(member('post'))
  post?: number;

  @Arg(member('alt_text'))
  alt_text?: string;
}

export class PostProcessDto extends EntryIdDto {
  @Arg({ type: 'string', enum: ['create-image-subsizes'], required: true })
  action!: string;
}

/** The modifications of an edit: the listed ones, or else those of the deprecated arguments. */
export function stepsOf(args: Omit<EditMediaDto, 'src'>): ImageEdit[] {
  const { modifiers, rotation, x, y, width, height } = args;
  if (modifiers) return stepsOfModifiers(modifiers);
  const steps: ImageEdit[] = [];
  if (rotation) steps.push({ type: 'rotate', angle: rotation });
  if (x !== undefined && y !== undefined && width && height)
    steps.push(checked({ type: 'crop', left: x, top: y, width, height }, 'x'));
  return steps;
}

export function stepsOfModifiers(modifiers: readonly Modifier[]): ImageEdit[] {
  return modifiers.map((modifier, index) => checked(stepOf(modifier), `modifiers[${index}]`));
}

function stepOf({ type, args }: Modifier): ImageEdit {
  if (type === 'flip') return { type, ...args.flip! };
  if (type === 'rotate') return { type, angle: Number(args.angle) };
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => Number(args[name]));
  return { type: 'crop', left: left!, top: top!, width: width!, height: height! };
}

/** Percent by which a crop may exceed the image: editors round. */
const MAX_OVERHANG = 1;

/** JSON can have numbers that are infinite here, such as 1e999. */
function checked(step: ImageEdit, param: string): ImageEdit {
  if (step.type === 'rotate' && !(Math.abs(step.angle) <= 360))
    throw invalidParams({ [param]: 'The angle must be between -360 and 360 degrees.' });
  if (step.type !== 'crop') return step;
  const { left, top, width, height } = step;
  const isInside = (from: number, length: number) =>
    from >= 0 && from < 100 && length > 0 && from + length <= 100 + MAX_OVERHANG;
  if (!isInside(left, width) || !isInside(top, height))
    throw invalidParams({ [param]: 'The crop must be a part of the image, in percent.' });
  return step;
}
