import { describe, expect, test } from '@jest/globals';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';
import fc from 'fast-check';
import { elementsOf, type SeenElement } from '../../../../test/support/html.js';
import { type FormView } from './control.js';
import { renderForm } from './render-form.js';

const BASE: FormView = {
  id: 12,
  locale: 'en_US',
  template: '',
  unitTag: 'wpcf7-f12-o1',
  page: 0,
  addresses: { action: '/forms/12', feedback: '/feedback', refill: '/refill' },
};
const FRESH = {
  token: 'T',
  quiz: { q: ['1 < 2?', 'proof'] as const },
  captcha: { c: 'http://site.test/forms/captcha/77.png' },
  today: new Date('2024-02-29T10:00:00Z'),
};

const words = (text: string) => text.split(' ');
const draw = (template: string, further: Partial<FormView> = {}) =>
  elementsOf(renderForm({ ...BASE, template, ...further }));
const named = (elements: readonly SeenElement[], name: string) =>
  elements.filter(({ attributes }) => attributes.name === name);
const attributesOf = (template: string, name = 'x', further: Partial<FormView> = {}) =>
  named(draw(template, further), name)[0]?.attributes;

describe('controls', () => {
  test.each([
    ['[text x]', { type: 'text', size: '40', class: 'wpcf7-form-control wpcf7-text', 'aria-label': 'x' }],
    [
      '[text* x 20/100 minlength:2 class:a class:b id:i tabindex:-1]',
      {
        size: '20',
        maxlength: '100',
        minlength: '2',
        id: 'i',
        tabindex: '-1',
        required: '',
        'aria-required': 'true',
        class: 'wpcf7-form-control wpcf7-text wpcf7-validates-as-required a b',
      },
    ],
    [
      '[email x placeholder "Your address"]',
      { type: 'email', autocomplete: 'email', placeholder: 'Your address', 'aria-label': 'Your address' },
    ],
    ['[text x autocomplete:given-name readonly "Ann"]', { autocomplete: 'given-name', readonly: '', value: 'Ann' }],
    ['[tel x]', { type: 'tel', autocomplete: 'tel' }],
    ['[number x min:-2 max:+9 step:3 "4"]', { type: 'number', min: '-2', max: '9', step: '3', value: '4' }],
    ['[range x min:0 max:5]', { type: 'range', min: '0', max: '5' }],
    ['[date x min:2020-01-01 max:today+1month]', { type: 'date', min: '2020-01-01' }],
    ['[textarea x 30x5/500]', { cols: '30', rows: '5', maxlength: '500' }],
    ['[file* x filetypes:pdf|png]', { type: 'file', accept: '.pdf,.png', required: '' }],
    ['[hidden x "v"]', { type: 'hidden', value: 'v' }],
    ['[select* x "A"]', { required: '' }],
    ['[captchar x]', { type: 'text', autocomplete: 'off', required: '' }],
  ])('%s', (template, attributes) => {
    expect(attributesOf(template)).toMatchObject(attributes);
  });

  test('limits that contradict each other, or depend on the day a page was made, are left out', () => {
    expect(attributesOf('[text x maxlength:1 minlength:5]')).not.toHaveProperty('maxlength');
    expect(attributesOf('[date x max:today]')).not.toHaveProperty('max');
    expect(attributesOf('[date x max:today+1year]', 'x', { fresh: FRESH })).toMatchObject({ max: '2025-03-01' });
  });

  test('select: captions, blanks, defaults and several choices', () => {
    const options = (template: string) =>
      draw(template)
        .filter(({ name }) => name === 'option')
        .map(({ attributes, text }) => [attributes.value, text, 'selected' in attributes]);
    expect(options('[select x default:2 "A|a@x.test" "B"]')).toEqual([
      ['A', 'A', false],
      ['B', 'B', true],
    ]);
    expect(options('[select x include_blank default:1 "A" "B"]')).toEqual([
      ['', '—', false],
      ['A', 'A', true],
      ['B', 'B', false],
    ]);
    expect(options('[select x first_as_label "Pick" "A"]')).toEqual([
      ['', 'Pick', false],
      ['A', 'A', false],
    ]);
    expect(options('[select x multiple default:1_2 "A" "B"]').map(([, , isSelected]) => isSelected)).toEqual([
      true,
      true,
    ]);
    expect(attributesOf('[select x multiple "A"]', 'x[]')).toHaveProperty('multiple');
  });

  test('check boxes and radio buttons: each with a label, in a named group', () => {
    const elements = draw('[checkbox x default:2 free_text "A" "B"] [radio r "C"] [checkbox e exclusive "D"]');
    const boxes = named(elements, 'x[]');
    expect(boxes.map(({ attributes, around }) => [attributes.value, 'checked' in attributes, around.at(-1)])).toEqual([
      ['A', false, 'label'],
      ['B', true, 'label'],
    ]);
    expect(elements.find(({ attributes }) => attributes.role === 'group')?.attributes['aria-label']).toBe('x');
    expect(elements.find(({ attributes }) => attributes.role === 'radiogroup')?.attributes).toMatchObject({
      'aria-label': 'r',
      'aria-required': 'true',
    });
    expect(named(elements, 'x_free_text')[0]?.attributes['aria-label']).toBe('B');
    expect(named(elements, 'r')[0]?.attributes).toMatchObject({ type: 'radio', required: '' });
    expect(elements.find(({ attributes }) => 'data-exclusive' in attributes)?.text).toBe('D');
  });

  test('a label of the template names what it encloses or points to; labels do not nest', () => {
    expect(attributesOf('<label>Name [text x]</label>')).not.toHaveProperty('aria-label');
    expect(attributesOf('<label for="i">Name</label> [text x id:i]')).not.toHaveProperty('aria-label');
    for (const { around } of draw('<label>All [checkbox x "A"] [quiz q]</label>'))
      expect(around.filter((name) => name === 'label').length).toBeLessThan(2);
  });

  test('conditions to agree to', () => {
    const box = draw('[acceptance x]I agree to <a href="/t">terms</a>[/acceptance]');
    expect(named(box, 'x')[0]?.attributes).toMatchObject({ type: 'checkbox', value: '1', required: '' });
    expect(box.find(({ name }) => name === 'a')?.around).toContain('label');
    expect(attributesOf('[acceptance x optional default:on]ok[/acceptance]')).toEqual(
      expect.objectContaining({ checked: '' }),
    );
    expect(attributesOf('[acceptance x optional]ok[/acceptance]')).not.toHaveProperty('required');
  });

  test('challenges are shown to one visitor and are not part of cacheable HTML', () => {
    const fields = draw('[quiz q "a|b"] [captchac c] [captchar c]');
    expect(named(fields, '_wpcf7_quiz_answer_q')[0]?.attributes.value).toBe('');
    expect(fields.find(({ name }) => name === 'img')?.attributes).not.toHaveProperty('src');
    const own = draw('[quiz q "a|b"] [captchac c]', { fresh: FRESH });
    expect(own.find(({ attributes }) => attributes.class === 'wpcf7-quiz-label')?.text).toBe('1 < 2?');
    expect(named(own, '_wpcf7_quiz_answer_q')[0]?.attributes.value).toBe('proof');
    expect(named(own, '_wpcf7_captcha_challenge_c')[0]?.attributes.value).toBe('77');
  });

  test('counters, buttons, and unknown tags', () => {
    const elements = draw('[textarea x /50] [count x down] [submit] [submit class:big "Go"] [text y "a" b]');
    expect(elements.find(({ attributes }) => attributes['data-target-name'] === 'x')).toMatchObject({
      text: '50',
      attributes: { 'data-maximum-value': '50' },
    });
    expect(
      elements.filter(({ attributes }) => attributes.type === 'submit').map(({ attributes }) => attributes.value),
    ).toEqual(['Send', 'Go']);
    expect(named(elements, 'y')).toEqual([]);
  });

  test('first values come from where the template says', () => {
    const defaults = { get: (name: string) => (name === 'x' ? 'A&amp;B' : undefined), shortcode_attr: () => 'S' };
    expect(attributesOf('[text x default:get default:shortcode_attr "V"]', 'x', { defaults })?.value).toBe('A&amp;B');
    expect(attributesOf('[text y default:get default:shortcode_attr "V"]', 'y', { defaults })?.value).toBe('S');
    expect(attributesOf('[text x default:user_email "V"]', 'x', { defaults })?.value).toBe('V');
  });
});

describe('the form', () => {
  test('has what a submission wants to know, and a trap', () => {
    const elements = draw('[file x]', { page: 7, attributes: { id: 'a b', class: 'c"d' } });
    const value = (name: string) => named(elements, name)[0]?.attributes.value;
    expect(['_wpcf7', '_wpcf7_unit_tag', '_wpcf7_container_post', '_form_token'].map(value)).toEqual([
      '12',
      'wpcf7-f12-o1',
      '7',
      '',
    ]);
    expect(named(elements, '_form_trap')[0]?.attributes).toMatchObject({ tabindex: '-1', autocomplete: 'off' });
    expect(elements.find(({ name }) => name === 'form')?.attributes).toMatchObject({
      action: '/forms/12#wpcf7-f12-o1',
      method: 'post',
      enctype: 'multipart/form-data',
      id: 'ab',
      class: 'wpcf7-form init cd',
    });
    expect(elements[0]?.attributes).toMatchObject({ id: 'wpcf7-f12-o1', lang: 'en-US', dir: 'ltr' });
    expect(draw('', { locale: 'he_IL' })[0]?.attributes.dir).toBe('rtl');
  });

  test('makes paragraphs, but not of hidden fields and the response', () => {
    const html = renderForm({ ...BASE, template: 'One\n\n[hidden x "1"]\n\nTwo\n[text y]\n\n[response]' });
    expect(html).toContain('<p>One</p>');
    expect(elementsOf(html).find(({ attributes }) => attributes.name === 'x')?.around).not.toContain('p');
    expect(html.match(/wpcf7-response-output/g)).toHaveLength(1);
    expect(renderForm({ ...BASE, template: 'x' }).match(/wpcf7-response-output/g)).toHaveLength(1);
  });

  test('reports errors at the field and in a live region, and shows what was typed', () => {
    const result = {
      state: 'invalid',
      message: 'Look again.',
      errors: new Map([['x', 'Not <right>']]),
      typed: (name: string) => (name === 'x' ? ['<b>&amp;'] : []),
    };
    const elements = draw('[text x id:i "V"] [checkbox c default:1 "A"]', { result });
    expect(named(elements, 'x')[0]?.attributes).toMatchObject({
      value: '<b>&amp;',
      'aria-invalid': 'true',
      'aria-describedby': 'wpcf7-f12-o1-ve-x',
    });
    expect(elements.find(({ attributes }) => attributes.id === 'wpcf7-f12-o1-ve-x')?.text).toBe('Not <right>');
    expect(elements.find(({ attributes }) => attributes.role === 'status')?.text).toBe('Look again.');
    expect(elements.find(({ attributes }) => attributes.href === '#i')?.text).toBe('Not <right>');
    expect(named(elements, 'c[]')[0]?.attributes).not.toHaveProperty('checked');
  });
});

describe('nothing breaks out', () => {
  const nasty = fc.oneof(
    fc.string({
      unit: fc.constantFrom(
        ...words(`" ' < > & = / a --> </form> <script> onload=x &quot; &#34; [ |`),
        ' ',
        '\n',
        '\uD800',
      ),
    }),
    fc.string(),
  );
  const quoted = nasty.map((text) => `"${text.replace(/["\\\]]/g, '')}"`);
  const type = fc.constantFrom(
    ...words(
      'text email* textarea number date checkbox radio select acceptance quiz captchac captchar file hidden count submit response',
    ),
  );
  const option = fc.constantFrom(
    ...words(
      'id:a"b class:<x> placeholder default:get default:1 min:today free_text include_blank label_first autocomplete:" size:9/9 40x3/9 down multiple',
    ),
  );
  const tag = fc
    .tuple(type, fc.array(option, { maxLength: 3 }), fc.array(quoted, { maxLength: 3 }))
    .map(([name, options, values]) => `[${name} x ${[...options, ...values].join(' ')}]`);
  const isOurs = (name: string) =>
    /^(?:aria-[a-z]+|data-[a-z-]+|accept|action|alt|autocomplete|capture|checked|class|cols|dir|enctype|for|hidden|href|id|lang|max|maxlength|method|min|minlength|multiple|name|placeholder|readonly|required|role|rows|selected|size|src|step|tabindex|type|value)$/.test(
      name,
    );
  const KNOWN = words('a br div form img input label li option p select span textarea ul');

  test('whatever tags hold and visitors type', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), nasty, nasty, (tags, typed, error) => {
        const value = typed.toWellFormed();
        const result = { state: 'invalid', message: error, errors: new Map([['x', error]]), typed: () => [value] };
        const defaults = { get: () => value };
        for (const further of [
          { result, fresh: FRESH },
          { defaults },
          { attributes: { id: typed, class: typed, title: typed, name: typed } },
        ]) {
          const elements = draw(tags.join(' '), further);
          expect(
            elements.filter(({ name, around }) => name === 'form' || around.length === 0).map(({ name }) => name),
          ).toEqual(['div', 'form']);
          expect(
            elements.filter(({ name, attributes }) => !KNOWN.includes(name) || !Object.keys(attributes).every(isOurs)),
          ).toEqual([]);
          expect(elements.filter(({ name, around }) => name !== 'form' && around.includes('div')).length).toBe(
            elements.length - 2,
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  test('whatever HTML stands around a tag', () => {
    const around = fc.constantFrom(
      ['<a title="> ', '">z</a>'],
      ["<p class='> ", "'>"],
      ['<!-- > ', ' -->'],
      ['<a title=', '>'],
      ['<textarea>', '</textarea>'],
      ['</form><form>', ''],
    );
    fc.assert(
      fc.property(around, tag, nasty, ([before, after], inner, typed) => {
        const elements = draw(`${before}${inner}${after}`, { defaults: { get: () => typed.toWellFormed() } });
        expect(
          elements.filter(
            ({ name, attributes }) =>
              name === 'script' || Object.keys(attributes).some((attribute) => attribute.startsWith('on')),
          ),
        ).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('what was typed comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.string().map((text) => text.replace(/[\r\0]/g, '').toWellFormed()),
        (typed) => {
          const elements = draw('[text x] [textarea y]', {
            result: { state: 'invalid', message: '', errors: new Map(), typed: () => [typed] },
          });
          expect([named(elements, 'x')[0]?.attributes.value ?? '', named(elements, 'y')[0]?.text]).toEqual([
            typed,
            typed,
          ]);
        },
      ),
    );
  });

  test('a control inside of a tag is left out', () => {
    for (const template of [
      '<a title="[hidden x "y"]">z</a>',
      '<a title=[text x]>z</a>',
      "<p class='[submit]'>z</p>",
    ]) {
      const elements = draw(template);
      expect(elements.filter(({ attributes }) => attributes.name === 'x' || attributes.type === 'submit')).toEqual([]);
    }
    expect(named(draw('1 < 2 [text x]'), 'x')).toHaveLength(1);
  });

  test.each(['[text x]<', '<label ', '<a [text x]', '[select x "a"]\n\n', '</label>'])(
    'a long template of %j takes linear time',
    (piece) => {
      expect(superLinearCost(draw, (size) => repeated(piece)(size / 8))).toBeUndefined();
    },
  );
});
