import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type MailMessage, headerLine, messageProblem } from './message.js';

const FINE: MailMessage = { to: [{ address: 'a@b.example' }], subject: 'Hello', text: 'Body\r\nwith lines' };
const BREAKS = [
  '\r\nBcc: x@y.example',
  '\nBcc: x@y.example',
  '\rBcc: x@y.example',
  '\0',
  '\u000B',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u007F',
  '\t',
];

describe('messageProblem', () => {
  test('an ordinary message has none', () => {
    expect(messageProblem(FINE)).toBeUndefined();
    const rich: MailMessage = {
      ...FINE,
      to: [{ name: 'Zoë, “Z”', address: 'a@b.example' }],
      from: { name: 'Site' },
      cc: [{ address: 'c@b.example' }],
      bcc: [{ address: 'd@b.example' }],
      replyTo: [{ address: 'e@b.example' }],
      headers: { 'X-Mailer': 'ours', 'List-Id': '<x.example>' },
      attachments: [{ path: '/tmp/a.pdf', name: 'ä.pdf', type: 'application/pdf' }],
    };
    expect(messageProblem(rich)).toBeUndefined();
  });

  test.each(BREAKS.map((text) => [text]))('no header value may have %j', (bad) => {
    const address = `a@b.example${bad}`;
    const name = `x${bad}y`;
    const messages: Partial<MailMessage>[] = [
      { subject: `Hello${bad}` },
      { to: [{ address }] },
      { to: [{ name, address: 'a@b.example' }] },
      { cc: [{ address }] },
      { bcc: [{ address }] },
      { replyTo: [{ address }] },
      { replyTo: [{ name, address: 'a@b.example' }] },
      { from: { address } },
      { from: { name } },
      { headers: { 'X-Test': `x${bad}` } },
      { headers: { [`X-Test${bad}`]: 'x' } },
      { attachments: [{ path: '/tmp/a', name }] },
      { attachments: [{ path: '/tmp/a', type: `text/plain${bad}` }] },
    ];
    for (const message of messages)
      expect([message, messageProblem({ ...FINE, ...message })]).not.toEqual([message, undefined]);
  });

  const NOT_OURS_TO_GIVE = [
    'To',
    'bcc',
    'Content-Type',
    'content-transfer-encoding',
    'MIME-Version',
    'Message-ID',
    'X Test',
    'X:Test',
    '',
    'Résumé',
  ];
  test.each(NOT_OURS_TO_GIVE)('header %j cannot be set', (name) => {
    expect(messageProblem({ ...FINE, headers: { [name]: 'x' } })).toBeDefined();
  });

  test('a message needs a recipient, not too many of them, and a body', () => {
    expect(messageProblem({ ...FINE, to: [] })).toBeDefined();
    expect(messageProblem({ ...FINE, to: [], bcc: [{ address: 'a@b.example' }] })).toBeUndefined();
    expect(
      messageProblem({ ...FINE, to: Array.from({ length: 101 }, (_, i) => ({ address: `a${i}@b.example` })) }),
    ).toBeDefined();
    expect(messageProblem({ to: FINE.to, subject: '' })).toBeDefined();
  });

  test.each(['a.pdf', '../a.pdf', 'https://b.example/a.pdf', 'data:text/plain,x', '/tmp/a\0.pdf'])(
    '%j is no path of an attachment',
    (path) => {
      expect(messageProblem({ ...FINE, attachments: [{ path }] })).toBeDefined();
    },
  );
});

describe('headerLine', () => {
  test('is always fit for a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const subject = headerLine(text);
        return messageProblem({ ...FINE, subject }) === undefined && subject.length <= 200;
      }),
    );
  });

  test('keeps one line, cuts the rest', () => {
    expect(headerLine(' a\r\n b\tc ')).toBe('a b c');
    expect(headerLine('abcdef', 4)).toBe('abc…');
  });
});
