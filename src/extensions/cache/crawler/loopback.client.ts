import { Agent, get, type IncomingHttpHeaders, type Server } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { REST_OPTIONS, type RestOptions } from '../../../rest/rest-options.js';

const TIMEOUT_MS = 30_000;

/** Sends HTTP requests to this process, as a visitor would. */
@Injectable()
export class LoopbackClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  /** False before it listens and after it stopped. */
  get isListening(): boolean {
    return this.server.listening;
  }

  ask(route: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    const address = this.server.address();
    const target =
      typeof address === 'string' || address === null
        ? { socketPath: address ?? '' }
        : { host: reachable(address.address), port: address.port };
    return new Promise((done, failed) => {
      const request = get(
        { ...target, path: this.options.basePath + route, agent: this.agent, timeout: TIMEOUT_MS },
        (response) => {
          response.resume();
          response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers }));
          response.on('error', failed);
        },
      );
      request.on('timeout', () => request.destroy(new Error('The own server did not answer in time.')));
      request.on('error', failed);
    });
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}

function reachable(address: string): string {
  return address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
}
