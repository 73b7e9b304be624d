import { Injectable } from '@nestjs/common';
import { type GraphContent } from '../model/names.js';
import { type SchemaText } from './schema-text.js';

/** What another feature adds to the schema: types, and fields of types that are there. */
export interface GraphAdditions {
  extend(text: SchemaText, content: GraphContent): void | Promise<void>;
}

/** Collects the additions of other features, in the order in which they register. */
@Injectable()
export class GraphAdditionsRegistry {
  private readonly added: GraphAdditions[] = [];

  /** Call it when a module is initialized; the schema is built afterwards. */
  add(additions: GraphAdditions): void {
    this.added.push(additions);
  }

  get all(): readonly GraphAdditions[] {
    return this.added;
  }
}
