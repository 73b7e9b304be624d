import { Injectable } from '@nestjs/common';

/** Lets a part of the service have it started again, with what is stored by then. */
@Injectable()
export class RestartService {
  private restart?: () => void;

  /** False inside of another application, whose owner starts it. */
  get isPossible(): boolean {
    return this.restart !== undefined;
  }

  onRequest(restart: () => void): void {
    this.restart = restart;
  }

  request(): void {
    this.restart?.();
  }
}
