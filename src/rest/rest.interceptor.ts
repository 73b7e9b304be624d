import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { type Content, type Reply } from './response/reply.js';
import { Responder } from './response/responder.js';
import { type RestExpressRequest } from './rest-entry.js';

/** Makes the answer of a declared route; other Nest routes are left alone. */
@Injectable()
export class RestInterceptor implements NestInterceptor {
  constructor(private readonly responder: Responder) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const trip = execution.switchToHttp().getRequest<RestExpressRequest>().rest;
    if (!trip) return next.handle();
    return next.handle().pipe(mergeMap((result: Reply | Content) => this.responder.success(trip, result)));
  }
}
