import { type ApplicationPassword } from '../../access/authentication/application-passwords.service.js';
import { toText } from '../../text/php/php-values.js';
import { type ValueSchema } from '../../rest/args/schema.js';
import {
  ResourceFields,
  everywhere,
  viewAndEdit,
  editOnly,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { cleanTextField } from '../../text/clean.js';
import { utcIsoText } from '../../text/dates.js';

const APP_ID: readonly ValueSchema[] = [
  { type: 'string', format: 'uuid' },
  { type: 'string', enum: [''] },
];

/** With the password in clear text, which is only known when it is created. */
export type PresentablePassword = ApplicationPassword & { password?: string };

const utc = (seconds: number) => (seconds > 0 ? utcIsoText(new Date(seconds * 1000)) : null);

export const APPLICATION_PASSWORD = new ResourceFields<PresentablePassword, undefined>('application-password', {
  uuid: readOnly('uuid', 'UUID of the application password.', everywhere, ({ uuid }) => uuid),
  app_id: field('string', 'UUID the application chose for itself.', everywhere, ({ appId }) => appId, {
    oneOf: APP_ID,
  }),
  name: field('string', 'Name of the application the password is for.', everywhere, ({ name }) => name, {
    required: true,
    minLength: 1,
    pattern: '.*\\S.*',
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  }),
  created: readOnly('date-time', 'Time of creation, in UTC.', viewAndEdit, ({ created }) => utc(created)),
  last_used: {
    description: 'Time of the last use, in UTC.',
    type: ['string', 'null'],
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
    value: ({ lastUsed }) => utc(lastUsed),
  },
  last_ip: {
    description: 'IP address of the last use.',
    type: ['string', 'null'],
    format: 'ip',
    context: viewAndEdit,
    readonly: true,
    value: ({ lastIp }) => (lastIp === '' ? null : lastIp),
  },
  password: {
    description: 'The generated password. Present only in the response that creates it.',
    type: 'string',
    context: editOnly,
    readonly: true,
    optional: true,
    value: ({ password }) => password,
  },
});
