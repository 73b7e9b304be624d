import { ResourceFields } from 'nestpress';
import { type Sample } from './sample.entity.js';

const everywhere = ['view', 'edit', 'embed'] as const;

/** Every member of a response. What is not in this table cannot leave the service. */
export const SAMPLE = new ResourceFields<Sample, undefined>('sample', {
  id: {
    description: 'Id of the sample.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: (sample) => sample.id,
  },
  title: {
    description: 'Title of the sample.',
    type: 'string',
    context: everywhere,
    required: true,
    value: (sample) => sample.title,
  },
  text: {
    description: 'Text of the sample.',
    type: 'string',
    context: ['view', 'edit'],
    default: '',
    value: (sample) => sample.text,
  },
  author: {
    description: 'Id of the author.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: (sample) => sample.author,
  },
});
