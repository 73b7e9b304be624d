import { Arg, CollectionDto, type Context, CONTEXT_ARG, writeDto } from '@nestpress/server';
import { SAMPLE } from './samples.fields.js';

export class ListSamplesDto extends CollectionDto {}

export class SampleIdDto {
  @Arg({ type: 'integer', description: 'Id of the sample.' })
  id!: number;
}

export class ReadSampleDto extends SampleIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

interface SampleValues {
  title: string;
  text: string;
}

export class CreateSampleDto extends writeDto<SampleValues>(SAMPLE, 'create') {}

export class UpdateSampleDto extends writeDto<SampleValues & SampleIdDto>(SAMPLE, 'update', SampleIdDto) {
  declare id: number;
}
