import { type ApplicationPassword } from '../../access/authentication/application-passwords.js';
import { toText } from '../../rest/args/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { cleanTextField } from '../../text/clean.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const viewAndEdit = ['view', 'edit'] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOT_BLANK = '.*\\S.*';

/** With the password itself, which is known only when it is created. */
export type PresentablePassword = ApplicationPassword & { password?: string };

/** UTC, without a zone. */
const utc = (seconds: number) => (seconds > 0 ? new Date(seconds * 1000).toISOString().slice(0, 19) : null);

export const APPLICATION_PASSWORD = new ResourceFields<PresentablePassword, undefined>('application-password', {
  uuid: {
    description: 'Identifier of the password.',
    type: 'string',
    format: 'uuid',
    context: everywhere,
    readonly: true,
    value: ({ uuid }) => uuid,
  },
  app_id: {
    description: 'Identifier that the application gave itself.',
    type: 'string',
    context: everywhere,
    value: ({ appId }) => appId,
    arg: {
      validate: (value, name) =>
        value === '' || UUID.test(toText(value))
          ? undefined
          : new ArgIssue(`${name} does not match any of the expected formats.`),
    },
  },
  name: {
    description: 'What the password is for.',
    type: 'string',
    required: true,
    context: everywhere,
    value: ({ name }) => name,
    arg: {
      validate: (value, name) =>
        /\S/.test(toText(value)) ? undefined : new ArgIssue(`${name} does not match pattern ${NOT_BLANK}.`),
      sanitize: (value) => cleanTextField(toText(value)),
    },
  },
  created: {
    description: 'When it was created, in UTC.',
    type: 'string',
    format: 'date-time',
    context: viewAndEdit,
    readonly: true,
    value: ({ created }) => utc(created),
  },
  last_used: {
    description: 'When it was last used, in UTC.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    context: viewAndEdit,
    readonly: true,
    value: ({ lastUsed }) => utc(lastUsed),
  },
  last_ip: {
    description: 'Address it was last used from.',
    type: 'string',
    format: 'ip',
    nullable: true,
    context: viewAndEdit,
    readonly: true,
    value: ({ lastIp }) => (lastIp === '' ? null : lastIp),
  },
  password: {
    description: 'The password. Only in the response that creates it.',
    type: 'string',
    context: ['edit'],
    readonly: true,
    optional: true,
    value: ({ password }) => password,
  },
});
