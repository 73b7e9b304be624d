import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { type RestExpressRequest } from './observe/request-record.js';
import { type WireReply } from './response/reply.js';
import { type RestExchange } from './route/route.types.js';

interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly description: string;
  readonly schema: { readonly type: 'string'; readonly minLength?: number; readonly maxLength?: number };
}

/** Recognizes writes that a client repeats. */
export interface RepeatedWrites {
  /** How clients say that they may repeat a write, for the API documentation. */
  readonly parameters: Readonly<Record<string, HeaderParameter>>;
  /**
   * Called for requests whose method writes. The response of the earlier request, if this one repeats it. Sets `repeatable` of the exchange if this is the first of
   * requests that may be repeated.
   */
  find(request: RestExpressRequest, response: Response, exchange: RestExchange): Promise<WireReply | undefined>;
}

/** A feature may recognize repeated writes. */
@Injectable()
export class RepeatedWritesService {
  writes?: RepeatedWrites;
}
