import { Arg, CollectionArgs, type Context, CONTEXT_ARG, writeArgs } from 'nestpress';
import { SAMPLE } from './samples.fields.js';

export class ListSamplesArgs extends CollectionArgs {}

export class SampleIdArgs {
  @Arg({ type: 'integer', description: 'Id of the sample.' })
  id!: number;
}

export class ReadSampleArgs extends SampleIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface SampleValues {
  title: string;
  text: string;
}

export class CreateSampleArgs extends writeArgs<SampleValues>(SAMPLE, 'create') {}

export class UpdateSampleArgs extends writeArgs<SampleValues & SampleIdArgs>(SAMPLE, 'update', SampleIdArgs) {
  declare id: number;
}
