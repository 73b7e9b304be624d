import { describe, expect, test } from '@jest/globals';
import { renderAttachmentDescription, renderContent } from '../pipelines.js';
import { type RenderContext } from '../render-context.js';
import { attachment, ANIMATION, imageMetadata, LANDSCAPE, SMALL } from '../../../test/support/rendering/attachments.js';
import { DIALECTS, testContext } from '../../../test/support/rendering/context.js';
import { constrain, sameRatio } from './responsive.js';
import { withoutQueryArgument, withQueryArgument } from '../shortcodes/builtin/players.js';

const ALL = [LANDSCAPE, SMALL, ANIMATION];
const UPLOADS = 'http://site.example/wp-content/uploads/2018/02';
const SRCSET =
  `${UPLOADS}/landscape-300x200.jpg 300w, ${UPLOADS}/landscape-768x512.jpg 768w, ` +
  `${UPLOADS}/landscape-1024x683.jpg 1024w, ${UPLOADS}/landscape.jpg 1200w`;

function context(changes: Partial<RenderContext> = {}): RenderContext {
  return testContext({
    theme: { html5: true, contentWidth: 525, attachmentImageSizes: '100vw' },
    attachments: new Map(ALL.map((one) => [one.id, one])),
    children: new Map([[999001, [303, 301]]]),
    ...changes,
  });
}

describe('responsive images', () => {
  const img = (attributes: string): string => `<img class="wp-image-301" ${attributes} />`;
  const render = (html: string, changes: Partial<RenderContext> = {}): string => renderContent(html, context(changes));

  test('get every stored size of the same shape, the shown one first', () => {
    const src = `src="${UPLOADS}/landscape-300x200.jpg"`;
    expect(render(img(`${src} width="300" height="200"`))).toBe(
      `<p><img class="wp-image-301" ${src} width="300" height="200" srcset="${SRCSET}" sizes="(max-width: 300px) 100vw, 300px" /></p>\n`,
    );
  });

  test('find their size by the file name', () => {
    expect(render(img(`src="${UPLOADS}/landscape-768x512.jpg?x=1"`))).toContain(
      'sizes="(max-width: 768px) 100vw, 768px"',
    );
  });

  test('have the sizes of the theme', () => {
    const imageSizes = [
      { minWidth: 400, sizes: '{width}px' },
      { minWidth: 740, exceptPages: true, sizes: '50vw' },
    ];
    const theme = { html5: true, contentWidth: 525, imageSizes };
    const page = { id: 1, type: 'page' };
    expect(render(img(`src="${UPLOADS}/landscape-768x512.jpg"`), { theme, post: page })).toContain('sizes="768px"');
    expect(render(img(`src="${UPLOADS}/landscape-768x512.jpg"`), { theme })).toContain('sizes="50vw"');
    expect(render(img(`src="${UPLOADS}/landscape-300x200.jpg"`), { theme })).toContain('100vw, 300px"');
  });

  test.each([
    ['an unknown attachment', '<img class="wp-image-9" src="a-300x200.jpg" width="300" height="200" />'],
    ['another file', img('src="http://other.example/x.jpg" width="300" height="200"')],
    ['a set of its own', img(`src="${UPLOADS}/landscape-300x200.jpg" srcset="x 1w" width="300" height="200"`)],
    ['an unknown size', img(`src="${UPLOADS}/landscape-9x9.jpg"`)],
    ['a lone shape', img(`src="${UPLOADS}/landscape-300x200.jpg" width="300" height="20"`)],
    ['a whole animation', `<img class="wp-image-303" src="${UPLOADS}/anim.gif" width="400" height="300" />`],
  ])('stay as they are with %s', (_, html) => {
    expect(render(html)).toBe(`<p>${html}</p>\n`);
  });

  test('are offered wider where newer releases prepared wide sizes', () => {
    const wide = (more: Record<string, [number, number]>): string => {
      const image = imageMetadata('wide.jpg', [3000, 2000], { medium: [300, 200], x: [1800, 1200], ...more });
      return render(`<img class="wp-image-5" src="${UPLOADS}/wide-300x200.jpg" width="300" height="200" />`, {
        attachments: new Map([[5, attachment(5, 'wide.jpg', { image })]]),
      });
    };
    expect(wide({ large: [1024, 683] })).not.toContain('1800w');
    expect(wide({ '1536x1536': [1536, 1024] })).toMatch(/ 300w, .* 1800w, .* 1536w"/);
    expect(wide({ '2048x2048': [2048, 1365] })).not.toContain('3000w');
  });

  test('of one edit do not mix with those of another', () => {
    const edited = attachment(5, 'a-e1234567890123.jpg', {
      image: imageMetadata('a-e1234567890123.jpg', [600, 400], { medium: [300, 200] }),
    });
    const changes = { attachments: new Map([[5, edited]]) };
    const old = `<img class="wp-image-5" src="${UPLOADS}/a-300x200.jpg" width="300" height="200" />`;
    const current = old.replace('a-300', 'a-e1234567890123-300');
    expect(render(old, changes)).not.toContain('srcset');
    expect(render(current, changes)).toContain('a-e1234567890123.jpg 600w');
  });
});

describe('galleries', () => {
  test('print figures, numbered over the request', () => {
    const shared = context();
    const html = renderContent('[gallery ids="301,302"]', shared);
    expect(html).toBe(
      "<div id='gallery-1' class='gallery galleryid-999001 gallery-columns-3 gallery-size-thumbnail'><figure class='gallery-item'>\n" +
        "\t\t\t<div class='gallery-icon landscape'>\n" +
        `\t\t\t\t<a href='${LANDSCAPE.link}'><img width="150" height="150" src="${UPLOADS}/landscape-150x150.jpg" ` +
        'class="attachment-thumbnail size-thumbnail" alt="A landscape" aria-describedby="gallery-1-301" ' +
        `srcset="${UPLOADS}/landscape-150x150.jpg 150w, ${UPLOADS}/landscape-100x100.jpg 100w" sizes="100vw" /></a>\n` +
        "\t\t\t</div>\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='gallery-1-301'>\n" +
        "\t\t\t\tCaption of <b>landscape</b>\n\t\t\t\t</figcaption></figure><figure class='gallery-item'>\n" +
        "\t\t\t<div class='gallery-icon landscape'>\n" +
        `\t\t\t\t<a href='${SMALL.link}'><img width="120" height="90" src="${UPLOADS}/small.png" ` +
        'class="attachment-thumbnail size-thumbnail" alt="" sizes="100vw" /></a>\n' +
        '\t\t\t</div></figure>\n\t\t</div>\n\n',
    );
    expect(renderContent('[gallery ids="9"][gallery]', shared)).toContain("id='gallery-3'");
  });

  const ids = (shortcode: string): string[] => {
    return [...renderContent(shortcode, context()).matchAll(/uploads\/2018\/02\/(\w+)[^']*?class="/g)].map(
      (match) => match[1] ?? '',
    );
  };
  test.each([
    ['[gallery]', ['landscape', 'anim']],
    ['[gallery order="DESC"]', ['anim', 'landscape']],
    ['[gallery exclude="303"]', ['landscape']],
    ['[gallery ids="302,301"]', ['small', 'landscape']],
    ['[gallery include="302,301"]', ['landscape', 'small']],
    ['[gallery ids="302,301" orderby="title"]', ['landscape', 'small']],
    ['[gallery id="5"]', []],
    ['[gallery ids="999"]', []],
  ])('%s', (shortcode, expected) => {
    expect(ids(shortcode)).toEqual(expected);
  });

  test('link to the file or not at all, in other sizes', () => {
    const file = renderContent('[gallery ids="301" link="file" size="large"]', context());
    expect(file).toContain(`<a href='${UPLOADS}/landscape.jpg'><img width="525" height="350" `);
    const none = renderContent('[gallery ids="301" link="none" itemtag="script"]', context());
    expect(none).not.toContain('<a ');
    expect(none).toContain("<dl class='gallery-item'>");
  });

  test('without HTML5 are lists with their own style', () => {
    const theme = { html5: false, contentWidth: 0 };
    const html = renderContent('[gallery ids="301,302,303" columns="2"]', context({ theme }));
    expect(html).toContain(
      '#gallery-1 .gallery-item {\n\t\t\t\tfloat: left;\n\t\t\t\tmargin-top: 10px;\n\t\t\t\ttext-align: center;\n\t\t\t\twidth: 50%;\n\t\t\t}\n',
    );
    expect(html.match(/<br style=/g)).toHaveLength(2);
    expect(html).toContain('sizes="(max-width: 150px) 100vw, 150px"');
  });
});

describe('attachment descriptions', () => {
  const render = (one: typeof LANDSCAPE, text = ''): string => renderAttachmentDescription(text, one, context());

  test('begin with the picture linked to the file', () => {
    expect(render(LANDSCAPE, 'Text')).toBe(
      `<p class="attachment"><a href='${UPLOADS}/landscape.jpg'><img width="300" height="200" ` +
        `src="${UPLOADS}/landscape-300x200.jpg" class="attachment-medium size-medium" alt="A landscape" ` +
        `srcset="${SRCSET}" sizes="100vw" /></a></p>\n<p>Text</p>\n`,
    );
    expect(render(ANIMATION)).not.toContain('srcset');
  });

  test('begin with the title of other files, or their name', () => {
    const paper = attachment(1, 'paper.pdf', { mime: 'application/pdf', title: 'Paper' });
    expect(render(paper)).toBe(`<p class="attachment"><a href='${UPLOADS}/paper.pdf'>Paper</a></p>\n`);
    expect(render({ ...paper, title: '' })).toContain('>paper</a>');
  });

  test('show the preview of a document', () => {
    const image = imageMetadata('paper.pdf', [0, 0], { full: [600, 800], medium: [225, 300] });
    const paper = attachment(1, 'paper.pdf', { mime: 'application/pdf', image });
    expect(render(paper)).toContain(`<img width="225" height="300" src="${UPLOADS}/paper-225x300.pdf"`);
  });

  test('begin with a player', () => {
    const tone = attachment(307, 'tone.wav', { mime: 'audio/wav' });
    expect(render(tone)).toContain(`<source type="audio/wav" src="${UPLOADS}/tone.wav?_=1" />`);
    const film = attachment(308, 'film.mp4', {
      mime: 'video/mp4',
      image: imageMetadata('film.mp4', [1050, 600], {}),
      poster: '/p.jpg',
    });
    expect(render(film)).toContain('width="525" height="300" poster="/p.jpg"');
  });
});

describe('players', () => {
  test('without a source play what is attached', () => {
    const tone = attachment(307, 'tone.mp3', { mime: 'audio/mpeg' });
    const changes = { attachments: new Map([[307, tone]]), children: new Map([[999001, [307]]]) };
    expect(renderContent('[audio]', context(changes))).toContain('tone.mp3?_=1');
    expect(renderContent('[video]', context(changes))).toBe('\n');
  });

  test('clean the URLs of hosted videos where the dialect says so', () => {
    const render = (src: string, dialect = DIALECTS.a): string =>
      renderContent(`[video src="${src}"]`, context({ dialect }));
    expect(render('http://www.youtube.com/watch?v=abc&feature=share')).toContain(
      'src="https://www.youtube.com/watch?v=abc&#038;_=1"',
    );
    expect(render('http://vimeo.com/1?x=2')).toContain('src="https://vimeo.com/1?loop=0&#038;_=1"');
    expect(render('http://vimeo.com/1?x=2', DIALECTS.b)).toContain('src="http://vimeo.com/1?x=2&#038;_=1"');
  });
});

test('query arguments', () => {
  expect(withQueryArgument('/a', '_', '1')).toBe('/a?_=1');
  expect(withQueryArgument('/a?b=c&_=0#d', '_', '1')).toBe('/a?b=c&_=1#d');
  expect(withoutQueryArgument('/a?b', 'b')).toBe('/a');
});

test('dimensions', () => {
  expect(constrain({ width: 1200, height: 800 }, 300, 300)).toEqual({ width: 300, height: 200 });
  expect(constrain({ width: 120, height: 90 }, 300, 300)).toEqual({ width: 120, height: 90 });
  expect(constrain({ width: 465, height: 700 }, 177, 177)).toEqual({ width: 118, height: 177 });
  expect(sameRatio({ width: 300, height: 200 }, { width: 1024, height: 683 })).toBe(true);
  expect(sameRatio({ width: 150, height: 150 }, { width: 300, height: 200 })).toBe(false);
});

describe('playlists', () => {
  const track = { description: 'D </script><!--', tags: { artist: 'Bänd' }, hasMetadata: true };
  const base = { link: '', caption: 'C', alt: '', menuOrder: 0, date: '' };
  const SONG = { ...base, id: 11, url: `${UPLOADS}/one.mp3`, title: 'Song', mime: 'audio/mpeg', track };
  const COVERED = { ...SONG, id: 12, track: { ...track, tags: {}, cover: LANDSCAPE } };
  const CLIP = {
    ...base,
    id: 13,
    url: `${UPLOADS}/clip.mp4`,
    title: 'Clip',
    mime: 'video/mp4',
    track,
    image: { width: 1280, height: 960, file: 'clip.mp4', sizes: new Map() },
  };
  const files = [SONG, COVERED, CLIP];
  const render = (shortcode: string): string =>
    renderContent(
      shortcode,
      context({ attachments: new Map(files.map((file) => [file.id, file])), children: new Map([[999001, [11, 13]]]) }),
    );
  const data = (html: string) =>
    JSON.parse(/<script type="application\/json" class="wp-playlist-script">(.*?)<\/script>/.exec(html)![1]!) as {
      tracks: Record<string, unknown>[];
    };

  test('are an empty player, links, and the tracks as JSON', () => {
    const html = render('[playlist ids="12,11" style="dark" artists="false"]');
    expect(html).toContain(
      '<div class="wp-playlist wp-audio-playlist wp-playlist-dark">\n\t\t<div class="wp-playlist-current-item"></div>\n' +
        '\t\t<audio controls="controls" preload="none" width="503"></audio>\n\t<div class="wp-playlist-next"></div>',
    );
    expect(html).toContain(`<ol><li><a href='${SONG.url}'>Song</a></li><li><a href='${SONG.url}'>Song</a></li></ol>`);
    expect(html).toContain('B\\u00e4nd');
    expect(data(html)).toMatchObject({
      type: 'audio',
      tracklist: true,
      tracknumbers: true,
      images: true,
      artists: false,
      tracks: [
        { meta: [], thumb: { width: 150, height: 150 } },
        {
          src: SONG.url,
          type: 'audio/mpeg',
          title: 'Song',
          caption: 'C',
          description: track.description,
          meta: { artist: 'Bänd' },
          image: { src: 'http://site.example/wp-includes/images/media/audio.png', width: 48, height: 64 },
        },
      ],
    });
  });

  test('of videos have the size of the last one, scaled to the column', () => {
    const html = render('[playlist type="video" images="0"]');
    expect(html).toContain('<video controls="controls" preload="none" width="503" height="377"></video>');
    expect(data(html).tracks).toEqual([
      expect.objectContaining({
        dimensions: { original: { width: 1280, height: 960 }, resized: { width: 503, height: 377 } },
      }),
    ]);
    expect(data(html).tracks[0]).not.toHaveProperty('image');
  });

  test('without files of their kind print nothing', () => {
    expect(render('[playlist type="video" ids="11"]').trim()).toBe('');
  });
});
