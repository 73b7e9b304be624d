import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { type Response } from 'express';
import { HealthService } from './health.service.js';

/** Probes for operators; not part of the REST API. */
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process runs and its event loop responds. Does not check dependencies: restarting the service would not bring a database back. */
  @Get('healthz')
  live(): object {
    return { status: 'ok', uptime: Math.round(process.uptime()) };
  }

  @Get('readyz')
  async ready(@Res() response: Response): Promise<void> {
    const report = await this.health.report();
    response.status(report.status === 'not ready' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK).json(report);
  }
}
