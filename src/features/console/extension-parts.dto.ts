import { Arg } from '../../rest/args/index.js';

class PartDto {
  @Arg({ type: 'string', required: true, description: 'Name of the extension.' })
  extension!: string;

  @Arg({ type: 'string', required: true, description: 'Name of the action or panel.' })
  name!: string;
}

export class RunActionDto extends PartDto {
  @Arg({
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    required: true,
    description: 'IDs of the entries, up to 100.',
  })
  ids!: number[];
}

export class ReadPanelDto extends PartDto {
  @Arg({ type: 'integer', required: true, minimum: 1, description: 'ID of the entry.' })
  entry!: number;
}
