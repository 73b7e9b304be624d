import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contentKind } from '../../media/content-kind.js';
import { tagsOf } from '../template/parse-template.js';
import { SubmittedFields, readFieldValue } from './posted-fields.js';
import { cleanUploadName, type FormFile, sizeLimit } from './posted-files.js';
import {
  isAbsoluteUrl,
  isTelephoneNumber,
  isUnaccepted,
  validateField,
  isRealDate,
  resolveDateLimit,
} from './validate-field.js';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';

const TODAY = new Date('2020-02-29T13:00:00Z');

interface Sent {
  value?: unknown;
  files?: FormFile[];
  acceptanceIsValidation?: boolean;
}

/** What is wrong with a field of the form `[… f …]` when this is sent for it. */
function problem(template: string, { value, files = [], acceptanceIsValidation = false }: Sent) {
  const [tag] = tagsOf(template);
  const posted = new SubmittedFields(value === undefined ? {} : { f: value });
  return validateField(tag!, readFieldValue(tag!, posted), {
    posted,
    today: TODAY,
    acceptanceIsValidation,
    files: () => files,
    isAnswered: () => false,
  });
}

const fine = undefined;

describe('fields', () => {
  test.each([
    ['[text* f]', undefined, 'invalid_required'],
    ['[text* f]', ' \r\n ', 'invalid_required'],
    ['[text* f]', 'x', fine],
    ['[text f]', '', fine],
    ['[textarea* f]', '  ', fine],
    ['[textarea* f]', '', 'invalid_required'],
    ['[text f maxlength:3]', 'abc', fine],
    ['[text f maxlength:3]', 'abcd', 'invalid_too_long'],
    ['[text f maxlength:1]', '😀', 'invalid_too_long'],
    ['[text f maxlength:2]', '😀', fine],
    ['[textarea f maxlength:3]', 'a\r\nb', fine],
    ['[text f minlength:2]', 'a', 'invalid_too_short'],
    ['[text f minlength:2]', 'ab', fine],
    ['[text f minlength:2]', '', fine],
    ['[text f minlength:5 maxlength:2]', 'abc', fine],
    ['[email f]', 'a@b.test', fine],
    ['[email f]', 'nope', 'invalid_email'],
    ['[email* f]', '', 'invalid_required'],
    ['[email f]', 'a@b.test\r\nBcc: c@d.test', 'invalid_email'],
    ['[url f]', 'https://a.test/x?y#z', fine],
    ['[url f]', 'a.test', 'invalid_url'],
    ['[tel f]', '+49 (0)30/123-45', fine],
    ['[tel f]', '12a', 'invalid_tel'],
    ['[number f min:18 max:99]', '18', fine],
    ['[number f min:18 max:99]', '17.5', 'number_too_small'],
    ['[number f min:18 max:99]', '99', fine],
    ['[range f min:-5 max:99]', '100', 'number_too_large'],
    ['[number f]', '1e3', fine],
    ['[number f]', '0x10', 'invalid_number'],
    ['[number* f]', '0', fine],
    ['[date f]', '2020-02-29', fine],
    ['[date f]', '2019-02-29', 'invalid_date'],
    ['[date f min:2018-01-01]', '2017-12-31', 'date_too_early'],
    ['[date f min:2018-01-01]', '2018-01-01', fine],
    ['[date f max:today]', '2020-03-01', 'date_too_late'],
    ['[date f max:today+1day]', '2020-03-01', fine],
    ['[checkbox* f "A" "B"]', undefined, 'invalid_required'],
    ['[checkbox* f "A" "B"]', ['A'], fine],
    ['[checkbox f "A" "B"]', undefined, fine],
    ['[radio f "A" "B"]', undefined, 'invalid_required'],
    ['[radio f "A" "B"]', 'A', fine],
    ['[select* f "A" "0"]', '0', fine],
    ['[select* f include_blank "A"]', '', 'invalid_required'],
    ['[select* f multiple "A"]', ['', 'A'], fine],
    ['[hidden f]', { deep: [] }, fine],
    ['[quiz f "1+1=?|2"]', '2', 'quiz_answer_not_correct'],
    ['[captchar f]', 'abc', 'captcha_not_match'],
  ])('%s takes %j: %s', (template, value, expected) => {
    expect(problem(template, { value })).toBe(expected);
  });

  test('an unaccepted condition is a mistake only where the form says so', () => {
    const [tag] = tagsOf('[acceptance f] I agree [/acceptance]');
    expect(isUnaccepted(tag!, new SubmittedFields({}))).toBe(true);
    expect(isUnaccepted(tag!, new SubmittedFields({ f: '1' }))).toBe(false);
    expect(problem('[acceptance f]', {})).toBeUndefined();
    expect(problem('[acceptance f]', { acceptanceIsValidation: true })).toBe('accept_terms');
    expect(problem('[acceptance f optional]', { acceptanceIsValidation: true })).toBeUndefined();
    expect(problem('[acceptance f invert]', { value: '1', acceptanceIsValidation: true })).toBe('accept_terms');
  });
});

describe('values', () => {
  const value = (template: string, body: Record<string, unknown>) =>
    readFieldValue(tagsOf(template)[0]!, new SubmittedFields(body));

  test('go through pipes', () => {
    expect(value('[select f "Sales|s@x.test" "Else"]', { f: 'Sales' })).toEqual({
      raw: ['Sales'],
      piped: ['s@x.test'],
      isOffered: true,
    });
    expect(value('[select f "Sales|s@x.test"]', { f: 'me@x.test' })).toEqual({
      raw: ['me@x.test'],
      piped: ['me@x.test'],
      isOffered: false,
    });
  });

  test('may have free text with the last item', () => {
    expect(value('[checkbox f free_text "A" "Other"]', { f: ['A', 'Other'], f_free_text: 'mine' }).raw).toEqual([
      'A',
      'Other mine',
    ]);
  });

  test('are found under the names forms can send', () => {
    expect(value('[text a.b]', { a_b: 'x' }).raw).toEqual(['x']);
  });

  test('lose what no text has', () => {
    expect(value('[textarea f]', { f: 'a\0b\ud800' }).raw).toEqual(['ab\ufffd']);
  });
});

describe('files', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = (name: string, bytes: Uint8Array = PNG, size = bytes.length): FormFile => ({
    field: 'f',
    name: cleanUploadName(name),
    path: '/x',
    size,
    kind: contentKind(bytes),
    isBroken: false,
  });

  test('must be what their name says', () => {
    expect(problem('[file f]', { files: [file('a.png')] })).toBeUndefined();
    expect(problem('[file f]', { files: [file('a.jpg')] })).toBe('upload_file_type_invalid');
    expect(problem('[file f]', { files: [file('a.png', Buffer.from('<?php echo 1;'))] })).toBe(
      'upload_file_type_invalid',
    );
    expect(problem('[file f filetypes:php]', { files: [file('a.php', Buffer.from('<?php echo 1;'))] })).toBe(
      'upload_file_type_invalid',
    );
    expect(problem('[file f filetypes:txt|md]', { files: [file('a.txt', Buffer.from('text'))] })).toBeUndefined();
    expect(problem('[file f filetypes:txt]', { files: [file('a.png')] })).toBe('upload_file_type_invalid');
    expect(problem('[file f]', { files: [file('a.php\u202e.png\u200b.php')] })).toBe('upload_file_type_invalid');
  });

  test('must be there and small enough', () => {
    expect(problem('[file* f]', {})).toBe('invalid_required');
    expect(problem('[file f]', { files: [file('a.png', PNG, 1_048_576)] })).toBeUndefined();
    expect(problem('[file f]', { files: [file('a.png', PNG, 1_048_577)] })).toBe('upload_file_too_large');
    expect(problem('[file f limit:1kb]', { files: [file('a.png', PNG, 600), file('b.png', PNG, 600)] })).toBe(
      'upload_file_too_large',
    );
    expect(sizeLimit(tagsOf('[file f limit:3mb]')[0]!)).toBe(3 * 1024 * 1024);
  });

  test('have names without a path or anything unseen', () => {
    expect(cleanUploadName('../../etc/pass wd.png')).toBe('pass-wd.png');
    expect(cleanUploadName('')).toBe('file');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) =>
        expect(cleanUploadName(name)).not.toMatch(/[/\\\p{Cc}\u200b]/u),
      ),
    );
  });
});

test('whatever is sent for a field, it is judged', () => {
  const types = [
    'text*',
    'email',
    'url',
    'tel',
    'textarea',
    'number',
    'range',
    'date*',
    'checkbox',
    'radio',
    'select*',
    'acceptance',
    'quiz',
    'hidden',
    'file',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.anything(), (type, value) => {
      expect([undefined, expect.any(String)]).toContainEqual(
        problem(`[${type} f min:1 max:9 minlength:1 free_text "A|B" "C"]`, { value }),
      );
    }),
  );
});

test('dates count from the day of the site', () => {
  expect(resolveDateLimit('today', TODAY)).toBe('2020-02-29');
  expect(resolveDateLimit('today+1week', TODAY)).toBe('2020-03-07');
  expect(resolveDateLimit('today-1month', TODAY)).toBe('2020-01-29');
  expect(resolveDateLimit('today+3', TODAY)).toBe('2020-03-03');
  expect(resolveDateLimit('tomorrow', TODAY)).toBeUndefined();
  expect(isRealDate('20200-01-01')).toBe(true);
});

test('shapes are judged in linear time', () => {
  expect(superLinearCost(isTelephoneNumber, (size) => `${repeated('(1)')(size)}x`)).toBeUndefined();
  expect(superLinearCost(isTelephoneNumber, repeated('1 '))).toBeUndefined();
  expect(superLinearCost(isAbsoluteUrl, (size) => `http://${repeated('a.')(size)}`)).toBeUndefined();
});
