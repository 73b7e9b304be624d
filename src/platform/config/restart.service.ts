import { Injectable } from '@nestjs/common';

/** Lets a part of the service have it started again, with what is stored by then. */
@Injectable()
export class RestartService {
  private restart?: () => Promise<void>;

  /** False inside of another application, whose owner starts it. */
  get isPossible(): boolean {
    return this.restart !== undefined;
  }

  onRequest(restart: () => Promise<void>): void {
    this.restart = restart;
  }

  /** Resolves when another application has taken over, or could not start. */
  async request(): Promise<void> {
    await this.restart?.();
  }
}
