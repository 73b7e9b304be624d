import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { messageProblem } from '../../../platform/mail/message.js';
import { SubmittedFields, readFieldValue } from '../fields/posted-fields.js';
import { type MailTemplate } from '../form/form.js';
import { tagsOf } from '../template/parse-template.js';
import { composeMail } from './compose.js';
import {
  asHtml,
  asText,
  FieldTags,
  parseMailTemplate,
  replaceTags,
  TagSources,
  SpecialTags,
  type MailTagContext,
} from './mail-tags.js';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';

const SCENE: MailTagContext = {
  address: '192.0.2.1',
  agent: 'Agent/1',
  pageUrl: '',
  siteTime: new Date('2020-01-02T03:04:05Z'),
  dateFormat: 'j.n.Y',
  timeFormat: 'H:i',
  invalidFields: 0,
  serialNumber: 7,
  formTitle: 'Contact',
  page: undefined,
  site: { title: 'Tom &amp; Co', description: '', url: 'http://site.test', adminEmail: 'boss@site.test' },
  user: { login: '', email: '', displayName: '', nicename: '', url: '' },
};

const TEMPLATE: MailTemplate = {
  active: true,
  subject: 'About [your-subject]',
  sender: '[your-name] <form@site.test>',
  recipient: 'boss@site.test',
  body: 'From [your-name]\n[your-message]',
  additionalHeaders: 'Reply-To: [your-email]\nX-Note: [your-subject]',
  attachments: '',
  useHtml: false,
  excludeBlank: false,
};

const FORM =
  '[text your-name][email your-email][text your-subject][textarea your-message][select dept "Sales|sales@site.test"][date day][text to]';

function sources(body: Record<string, unknown>): TagSources {
  const posted = new SubmittedFields(body);
  return new TagSources([
    new FieldTags(new Map(tagsOf(FORM).map((tag) => [tag.name, readFieldValue(tag, posted)]))),
    new SpecialTags(SCENE),
  ]);
}

const text = (template: string, body: Record<string, unknown>) => replaceTags(template, sources(body), asText);

describe('mail-tags', () => {
  test('stand for what was sent', () => {
    expect(text('Hi [your-name], [[your-name]] [unknown]', { 'your-name': '[your-email]' })).toBe(
      'Hi [your-email], [your-name] [unknown]',
    );
    expect(text('[dept] [_raw_dept]', { dept: 'Sales' })).toBe('sales@site.test Sales');
    expect(text('[_format_day "d.m.Y"]', { day: '2020-05-04' })).toBe('04.05.2020');
    expect(replaceTags('[your-name]', sources({ 'your-name': '<b>&amp;' }), asHtml)).toBe('&lt;b&gt;&amp;amp;');
  });

  test('know the submission and the site', () => {
    expect(
      text(
        '[_date] [_time] [_remote_ip] [_site_title] [_serial_number] [wpcf7.remote_ip] [_post_title] [_user_pass]',
        {},
      ),
    ).toBe('2.1.2020 03:04 192.0.2.1 Tom & Co 7 192.0.2.1  [_user_pass]');
  });

  test('are found in linear time, whatever the template', () => {
    for (const part of ['[', '[a "', '[a \'[a " \' " ', '[[a', '[a']) {
      expect(superLinearCost(parseMailTemplate, repeated(part))).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), (template) =>
        expect(
          parseMailTemplate(template)
            .map((piece) => piece.text)
            .join('').length,
        ).toBeLessThanOrEqual(template.length),
      ),
    );
  });
});

describe('mails', () => {
  const compose = (body: Record<string, unknown>, changes: Partial<MailTemplate> = {}) =>
    composeMail({ ...TEMPLATE, ...changes }, sources(body));

  test('are made of the template and what was sent', () => {
    expect(
      compose({ 'your-name': 'Ann', 'your-email': 'ann@x.test', 'your-subject': 'Hi', 'your-message': 'One\nTwo' }),
    ).toEqual({
      from: { name: 'Ann', address: 'form@site.test' },
      to: [{ address: 'boss@site.test' }],
      cc: [],
      bcc: [],
      replyTo: [{ address: 'ann@x.test' }],
      subject: 'About Hi',
      body: 'From Ann\nOne\nTwo',
      isHtml: false,
      headers: [['X-Note', 'Hi']],
      attachments: [],
    });
  });

  test('leave out lines with nothing behind their tags, if asked to', () => {
    expect(
      compose({ 'your-name': 'Ann' }, { excludeBlank: true, body: 'Name: [your-name]\nAbout: [your-subject]\n\nEnd' })
        ?.body,
    ).toBe('Name: Ann\n\nEnd');
  });

  test('are HTML if asked to, with what was sent escaped', () => {
    const html = compose(
      { 'your-message': '<script>x</script>' },
      { useHtml: true, body: 'One\n\n[your-message]' },
    )?.body;
    expect(html).toContain('<p>&lt;script&gt;x&lt;/script&gt;</p>');
    expect(html).toContain('<html>');
  });

  test('go nowhere without a valid recipient', () => {
    expect(compose({}, { recipient: 'nope' })).toBeUndefined();
    expect(compose({}, { recipient: '[to]' })).toBeUndefined();
  });

  test('go to further people only if the form names them', () => {
    expect(compose({ dept: 'Sales' }, { recipient: '[dept], b@site.test' })?.to).toEqual([
      { address: 'sales@site.test' },
      { address: 'b@site.test' },
    ]);
    expect(compose({ to: 'a@x.test, b@x.test' }, { recipient: '[to]' })).toBeUndefined();
    expect(compose({ to: 'a@x.test' }, { recipient: '[to]' })?.to).toEqual([{ address: 'a@x.test' }]);
    expect(compose({ 'your-name': 'x <evil@x.test>,' })?.from).toEqual({
      name: 'x  evil@x.test',
      address: 'form@site.test',
    });
  });

  test('have only the headers that forms may set', () => {
    const additionalHeaders = 'From: a@x.test\nCc: c@x.test\nBcc: [to]\nContent-Type: text/html\nX-A: 1\nnonsense';
    expect(compose({ to: 'b@x.test' }, { additionalHeaders })).toMatchObject({
      cc: [{ address: 'c@x.test' }],
      bcc: [{ address: 'b@x.test' }],
      replyTo: [],
      headers: [['X-A', '1']],
    });
  });

  test('no value can begin a header or add a recipient', () => {
    const lineEnds = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\0\n', '%0a', '\r\n '];
    const injections = [
      'Bcc: evil@x.test',
      'Content-Type: text/html',
      'To: evil@x.test',
      '\r\n\r\nbody',
      'X-A: b',
      ', evil@x.test',
      '> , <evil@x.test',
    ];
    const hostile = fc
      .tuple(fc.string(), fc.constantFrom(...lineEnds), fc.constantFrom(...injections))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        const mail = compose(
          { 'your-name': one, 'your-subject': two, 'your-email': `a@x.test${one}`, to: `a@x.test${two}` },
          { additionalHeaders: 'Reply-To: [your-email]\nCc: [to]\nX-Note: [your-name]' },
        )!;
        const { from, to, cc, bcc, replyTo, subject, body: content, headers } = mail;
        expect(
          messageProblem({
            from,
            to,
            cc,
            bcc,
            replyTo,
            subject: subject.slice(0, 900),
            text: content,
            headers: Object.fromEntries(headers),
          }),
        ).toBeUndefined();
        expect([to.length, bcc.length]).toEqual([1, 0]);
        expect([...cc, ...replyTo].every(({ address }) => !address.includes('evil'))).toBe(true);
      }),
    );
  });
});
