import { type ItemValues } from '../acf/values/item-values.js';

/** What the fields of a group are read from: the values of a node, below a key for nested ones. */
export class FieldsSource {
  constructor(
    readonly values: ItemValues,
    readonly prefix: string,
    readonly __typename: string,
  ) {}

  get fieldGroupName(): string {
    return this.__typename;
  }

  below(key: string, type: string): FieldsSource {
    return new FieldsSource(this.values, this.prefix + key, type);
  }
}
