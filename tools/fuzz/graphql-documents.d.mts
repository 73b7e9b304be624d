import { type GraphQLSchema } from 'graphql';
import { type Random } from './random.mjs';

export function validDocument(schema: GraphQLSchema, random: Random): string;
export function brokenDocument(schema: GraphQLSchema, random: Random): string;
