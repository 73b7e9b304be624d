import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { type Response } from 'express';
import { HealthService } from './health.service.js';

/** Probes for whoever runs the service; not part of the interface. */
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('healthz')
  live(): object {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res() response: Response): Promise<void> {
    const reasons = await this.health.reasonsAgainst();
    response.status(reasons.length === 0 ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    response.json(reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons });
  }
}
