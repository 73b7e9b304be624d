import { everywhere, field, readOnly, ResourceFields, viewAndEdit } from '@nestpress/server';
import { type Sample } from './sample.entity.js';

/** Every member of a response. What is not in this table cannot leave the service. */
export const SAMPLE = new ResourceFields<Sample, undefined>('sample', {
  id: readOnly('integer', 'Id of the sample.', everywhere, (sample) => sample.id),
  title: field('string', 'Title of the sample.', everywhere, (sample) => sample.title, { required: true }),
  text: field('string', 'Text of the sample.', viewAndEdit, (sample) => sample.text, { default: '' }),
  author: readOnly('integer', 'Id of the author.', everywhere, (sample) => sample.author),
});
