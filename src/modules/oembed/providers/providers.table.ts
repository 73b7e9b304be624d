/**
 * Providers whose responses are trusted.
 * Patterns are `host/path`: a host also matches with the prefix `www.`, `*.host` with any subdomain; in paths `*`
 * is any text, possibly empty, and `:name` one segment. `{format}` in endpoints is the requested format,
 * `{site}` the host of this site.
 */
export interface Provider {
  readonly endpoint: string;
  readonly patterns: readonly string[];
}

const amazon = (region: string, ...hosts: string[]): Provider => ({
  endpoint: `https://read.amazon.${region}/kp/api/oembed`,
  patterns: hosts.map((host) => `${host}/*`),
});

export const PROVIDERS: readonly Provider[] = [
  {
    endpoint: 'https://www.youtube.com/oembed',
    patterns: [
      ...['/watch*', '/playlist*', '/shorts/*', '/live/*'].flatMap((path) => [
        `youtube.com${path}`,
        `m.youtube.com${path}`,
      ]),
      'youtu.be/*',
    ],
  },
  { endpoint: 'https://vimeo.com/api/oembed.{format}', patterns: ['*.vimeo.com/*'] },
  { endpoint: 'https://www.dailymotion.com/services/oembed', patterns: ['dailymotion.com/*', 'dai.ly/*'] },
  { endpoint: 'https://www.flickr.com/services/oembed/', patterns: ['flickr.com/*', 'flic.kr/*'] },
  { endpoint: 'https://api.smugmug.com/services/oembed/', patterns: ['*.smugmug.com/*'] },
  { endpoint: 'https://www.scribd.com/services/oembed', patterns: ['scribd.com/doc/*', 'scribd.com/document/*'] },
  { endpoint: 'https://wordpress.tv/oembed/', patterns: ['wordpress.tv/*'] },
  {
    endpoint: 'https://api.crowdsignal.com/oembed',
    patterns: ['*.polldaddy.com/*', 'poll.fm/*', '*.survey.fm/*', '*.crowdsignal.net/*'],
  },
  {
    endpoint: 'https://publish.twitter.com/oembed',
    patterns: [
      '/:user',
      '/:user/status/*',
      '/:user/statuses/*',
      '/:user/likes',
      '/:user/lists/*',
      '/:user/timelines/*',
      '/i/moments/*',
    ].flatMap((path) => [`twitter.com${path}`, `x.com${path}`]),
  },
  { endpoint: 'https://soundcloud.com/oembed', patterns: ['soundcloud.com/*'] },
  { endpoint: 'https://embed.spotify.com/oembed/', patterns: ['open.spotify.com/*', 'play.spotify.com/*'] },
  { endpoint: 'https://api.imgur.com/oembed', patterns: ['*.imgur.com/*'] },
  { endpoint: 'https://issuu.com/oembed_wp', patterns: ['issuu.com/:user/docs/*'] },
  { endpoint: 'https://app.mixcloud.com/oembed/', patterns: ['mixcloud.com/*'] },
  {
    endpoint: 'https://www.ted.com/services/v1/oembed.{format}',
    patterns: ['ted.com/talks/*', 'embed.ted.com/talks/*'],
  },
  { endpoint: 'https://animoto.com/oembeds/create', patterns: ['animoto.com/play/*', 'video214.com/play/*'] },
  { endpoint: 'https://www.tumblr.com/oembed/1.0', patterns: ['*.tumblr.com/*'] },
  { endpoint: 'https://www.kickstarter.com/services/oembed', patterns: ['kickstarter.com/projects/*', 'kck.st/*'] },
  { endpoint: 'https://cloudup.com/oembed', patterns: ['cloudup.com/*'] },
  { endpoint: 'https://www.reverbnation.com/oembed', patterns: ['reverbnation.com/*'] },
  { endpoint: 'https://public-api.wordpress.com/oembed/?for={site}', patterns: ['videopress.com/v/*'] },
  { endpoint: 'https://www.reddit.com/oembed', patterns: ['reddit.com/r/:sub/comments/*'] },
  { endpoint: 'https://speakerdeck.com/oembed.{format}', patterns: ['speakerdeck.com/*'] },
  { endpoint: 'https://www.slideshare.net/api/oembed/2', patterns: ['*.slideshare.net/*'] },
  { endpoint: 'https://api.meetup.com/oembed', patterns: ['meetup.com/*', 'meetu.ps/*'] },
  { endpoint: 'https://api.screencast.com/external/oembed', patterns: ['screencast.com/*'] },
  amazon('com', '*.amazon.com', '*.amazon.com.mx', '*.amazon.com.br', '*.amazon.ca', 'a.co', 'amzn.to'),
  amazon(
    'co.uk',
    ...['co.uk', 'de', 'fr', 'it', 'es', 'in', 'nl', 'ru'].map((region) => `*.amazon.${region}`),
    'amzn.eu',
  ),
  amazon('in', 'amzn.in'),
  amazon('com.au', '*.amazon.co.jp', '*.amazon.com.au', 'amzn.asia'),
  amazon('cn', '*.amazon.cn', 'z.cn'),
  {
    endpoint: 'https://www.someecards.com/v2/oembed/',
    patterns: ['someecards.com/*-cards/*', 'someecards.com/usercards/viewcard/*', 'some.ly/*'],
  },
  { endpoint: 'https://www.tiktok.com/oembed', patterns: ['tiktok.com/:user/video/*', 'tiktok.com/@*'] },
  {
    endpoint: 'https://www.pinterest.com/oembed.json',
    patterns: ['*.pinterest.com/*', '*.pinterest.com.au/*', '*.pinterest.com.mx/*'],
  },
  { endpoint: 'https://www.wolframcloud.com/oembed', patterns: ['wolframcloud.com/obj/*'] },
  { endpoint: 'https://pca.st/oembed.json', patterns: ['pca.st/*'] },
  { endpoint: 'https://api.anghami.com/rest/v1/oembed.view', patterns: ['anghami.com/*', 'play.anghami.com/*'] },
  { endpoint: 'https://embed.bsky.app/oembed', patterns: ['bsky.app/profile/:user/post/*'] },
  {
    endpoint: 'https://canva.com/_oembed',
    patterns: ['canva.com/design/:id/view*', 'canva.com/design/:id/:key/view*'],
  },
];
