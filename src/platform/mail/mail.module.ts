import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { MAIL_DRIVER, type MailDriver, LOG_URL, LogDriver, MissingDriver } from './mail-driver.js';
import { MailService } from './mail.service.js';
import { SmtpDriver } from './smtp.driver.js';

const driver = {
  provide: MAIL_DRIVER,
  useFactory: ({ smtpUrl }: Config): MailDriver => driverFor(smtpUrl),
  inject: [CONFIG],
};

function driverFor(smtpUrl: string | undefined): MailDriver {
  if (smtpUrl === undefined) return new MissingDriver();
  return smtpUrl === LOG_URL ? new LogDriver() : new SmtpDriver(smtpUrl);
}

@Global()
@Module({ providers: [driver, MailService], exports: [MailService] })
export class MailModule {}
