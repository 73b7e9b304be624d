import { expect, test } from '@jest/globals';
import { defineMailTemplate } from './mail-template.js';

test('members that do not exist, and missing ones, are errors', () => {
  expect(() => defineMailTemplate({ subject: 'x', text: 'y', htlm: 'z' } as never)).toThrow('htlm is not known here');
  expect(() => defineMailTemplate({ subject: 'x' } as never)).toThrow('text is missing');
});

test('values are escaped in HTML, have no line ends in the subject, and must not be missing', () => {
  const mail = defineMailTemplate<{ name: string }>({ subject: 'To {name}', text: '{name}', html: '<b>{name}</b>' });
  expect(mail.message([{ address: 'a@example.com' }], { name: 'A\r\n<b>' })).toMatchObject({
    subject: 'To A <b>',
    text: 'A\r\n<b>',
    html: '<b>A\r\n&lt;b&gt;</b>',
  });
  expect(() => mail.message([], {} as never)).toThrow('no value for {name}');
});
