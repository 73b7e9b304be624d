import { type ApplicationPassword } from '../../access/authentication/application-passwords.service.js';
import { toText } from '../../rest/args/php-values.js';
import { type ValueSchema } from '../../rest/args/schema.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { cleanTextField } from '../../text/clean.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const viewAndEdit = ['view', 'edit'] as const;

const APP_ID: readonly ValueSchema[] = [
  { type: 'string', format: 'uuid' },
  { type: 'string', enum: [''] },
];

/** With the password in clear text, which is only known when it is created. */
export type PresentablePassword = ApplicationPassword & { password?: string };

/** UTC, without a zone. */
const utc = (seconds: number) => (seconds > 0 ? new Date(seconds * 1000).toISOString().slice(0, 19) : null);

export const APPLICATION_PASSWORD = new ResourceFields<PresentablePassword, undefined>('application-password', {
  uuid: {
    description: 'UUID of the application password.',
    type: 'string',
    format: 'uuid',
    context: everywhere,
    readonly: true,
    value: ({ uuid }) => uuid,
  },
  app_id: {
    description: 'UUID the application chose for itself.',
    type: 'string',
    context: everywhere,
    oneOf: APP_ID,
    value: ({ appId }) => appId,
  },
  name: {
    description: 'Name of the application the password is for.',
    type: 'string',
    required: true,
    context: everywhere,
    minLength: 1,
    pattern: '.*\\S.*',
    value: ({ name }) => name,
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  },
  created: {
    description: 'Time of creation, in UTC.',
    type: 'string',
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
    value: ({ created }) => utc(created),
  },
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
    context: ['edit'],
    readonly: true,
    optional: true,
    value: ({ password }) => password,
  },
});
