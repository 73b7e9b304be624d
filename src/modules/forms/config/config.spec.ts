import { expect, test } from '@jest/globals';
import { type ContactForm, type FormProperties, senderAddress } from '../form/form.js';
import { checkConfig } from './check-config.js';

const MAIL = {
  subject: 'Hi',
  sender: 'Site <form@site.test>',
  recipient: 'boss@else.test',
  body: '[your-name]',
  additional_headers: 'Reply-To: [your-email]',
};
const FORM =
  '<label>Name [text* your-name]</label> [email* your-email] [text note] [file doc limit:20mb] [file doc2 limit:20mb] [submit]';

function codes(changes: Partial<FormProperties>, home = 'https://www.site.test'): Record<string, string[]> {
  const form: ContactForm = {
    id: null,
    slug: null,
    title: '',
    locale: 'en_US',
    properties: { form: FORM, mail: MAIL, mail_2: {}, messages: {}, additional_settings: null, ...changes },
  };
  const errors = checkConfig(form, { home, adminEmail: 'boss@site.test' });
  return Object.fromEntries(Object.entries(errors).map(([section, list]) => [section, list.map(({ code }) => code)]));
}

const mail = (changes: object) => codes({ mail: { ...MAIL, ...changes } });

test('a sound form has no errors', () => {
  expect(codes({})).toEqual({});
});

test('mails are tried with the least a visitor can send', () => {
  expect(mail({ subject: '[note]', body: ' [note]\n' })).toEqual({
    'mail.subject': ['maybe_empty'],
    'mail.body': ['maybe_empty'],
  });
  expect(mail({ recipient: 'nope' })).toEqual({ 'mail.recipient': ['invalid_mailbox_syntax'] });
  expect(mail({ recipient: '[your-email], [_site_admin_email]' })).toEqual({});
  expect(mail({ sender: '[your-name] <x@other.test>' })).toEqual({ 'mail.sender': ['email_not_in_site_domain'] });
  expect(codes({ mail: { ...MAIL, sender: 'x@other.test' } }, 'http://127.0.0.1:8080')).toEqual({});
  expect(mail({ additional_headers: 'nonsense\nCc: [note]\nBcc: nope' })).toEqual({
    'mail.additional_headers': ['invalid_mail_header', 'invalid_mailbox_syntax'],
  });
  expect(mail({ attachments: '[doc]' })).toEqual({});
  expect(mail({ attachments: '[doc][doc2]\nuploads/a.pdf' })).toEqual({
    'mail.attachments': ['file_not_found', 'attachments_overweight'],
  });
});

test('the second mail counts only when it is sent', () => {
  expect(codes({ mail_2: { active: false, subject: '' } })).toEqual({});
  expect(Object.keys(codes({ mail_2: { active: true, subject: '' } }))).toEqual([
    'mail_2.subject',
    'mail_2.sender',
    'mail_2.recipient',
    'mail_2.body',
  ]);
});

test('templates are looked through', () => {
  const form = (text: string) => codes({ form: text })['form.body'];
  expect(form('<label>[text a] [text b]</label>')).toEqual(['multiple_controls_in_label']);
  expect(form('<label>[radio a "1" "2"]</label>')).toEqual(['multiple_controls_in_label']);
  expect(form('<label>[text a][hidden b]</label> [text c]')).toBeUndefined();
  expect(form('[text page]')).toEqual(['unavailable_names']);
  expect(form('<form action="x">')).toEqual(['unavailable_html_elements']);
  expect(form('[text "a" b]')).toEqual(['unreadable_tag']);
  expect(form('[captchac d] [captchar c]')).toEqual(['missing_picture']);
  expect(form('[captchac c] [captchar c]')).toBeUndefined();
});

test('messages and settings too', () => {
  expect(codes({ messages: { spam: '<b>no</b>' }, additional_settings: 'on_sent_ok: "x"' })).toEqual({
    'messages.spam': ['html_in_message'],
    'additional_settings.body': ['deprecated_settings'],
  });
});

test('the sender belongs to the site', () => {
  expect(senderAddress('a@site.test', 'https://www.site.test')).toBe('a@site.test');
  expect(senderAddress('a@else.test', 'https://www.site.test')).toBe('wordpress@site.test');
  expect(senderAddress('a@else.test', 'http://127.0.0.1:8080')).toBe('a@else.test');
});
