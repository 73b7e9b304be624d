import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { LogDriver } from './log.driver.js';
import { MAIL_DRIVER, type MailDriver } from './mail-driver.js';
import { MailService } from './mail.service.js';
import { SmtpDriver } from './smtp.driver.js';

const driver = {
  provide: MAIL_DRIVER,
  useFactory: ({ smtpUrl }: Config): MailDriver => (smtpUrl === undefined ? new LogDriver() : new SmtpDriver(smtpUrl)),
  inject: [CONFIG],
};

@Global()
@Module({ providers: [driver, MailService], exports: [MailService] })
export class MailModule {}
