/** Characters that the classes of route patterns are filled with. */
const CANDIDATES = [...'a1/-_%. AZ9éß(@[+:!', '\n', '\0', '😀'[0]];
const TOKEN = /\[\^?(?:\\.|[^\]\\])*\]|\\.|\(\?P<\w+>|\(\?:|[^]/y;
const QUANTIFIER = /[*+?]|\{(\d+)(?:,(\d*))?\}/y;
/** As long as a route may be, and as long as the head of a request may be. */
const LENGTHS = [1000, 15_000];
const UNITS = ['a', 'a/', '1', '/', '%25', '-'];
const ENDS = ['', '!', '/', '/revisions', '/autosaves/!', '%0A', '%00'];
/** Parts of a batch are not limited by the head of a request. */
const BATCHED_LENGTH = 240_000;

/** A path that a route pattern matches, mostly: parts with a quantifier have any length. */
export function routeFrom(pattern, random) {
  const path = new Generator(pattern, random).alternatives();
  return path + (random.chance(0.2) ? random.pick(ENDS) : '');
}

/** Functions that make the requests for long paths below every declared pattern, alone and in a batch. */
export function routeRequests(patterns) {
  const hasBatches = patterns.includes('/batch/v1');
  return patterns
    .filter((pattern) => pattern.includes('('))
    .flatMap((pattern) => {
      const prefix = pattern.slice(0, pattern.indexOf('('));
      const paths = UNITS.flatMap((unit) => LENGTHS.map((length) => `${prefix}${fill(unit, length)}!`));
      const requests = paths.map((path) => () => ({
        kind: 'large',
        method: 'GET',
        target: `/wp-json${path}`,
        headers: {},
      }));
      return hasBatches
        ? [...requests, () => batch([`${prefix}${fill('a', BATCHED_LENGTH)}!`, `${paths[2]}`])]
        : requests;
    });
}

function batch(paths) {
  return {
    kind: 'large',
    method: 'POST',
    target: '/wp-json/batch/v1',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ requests: paths.map((path) => ({ path })) })),
  };
}

const fill = (unit, length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Reads a pattern and writes a text that it matches. */
class Generator {
  #at = 0;

  constructor(source, random, budget = random.pick([40, 40, 400, 1000, 14_000])) {
    Object.assign(this, { source, random, budget });
  }

  alternatives() {
    const options = [this.#sequence()];
    while (this.source[this.#at] === '|') {
      this.#at++;
      options.push(this.#sequence());
    }
    return this.random.pick(options);
  }

  #sequence() {
    let text = '';
    while (this.#at < this.source.length && !'|)'.includes(this.source[this.#at])) text += this.#quantified();
    return text;
  }

  #quantified() {
    const begin = this.#at;
    const first = this.#element();
    const end = this.#at;
    const quantifier = this.#take(QUANTIFIER);
    if (!quantifier) return first;
    const after = this.#at;
    let text = '';
    for (let count = this.#times(quantifier); count > 0 && text.length < this.budget; count--) {
      this.#at = begin;
      // The same again is what makes a parser backtrack.
      text += this.random.chance(0.9) && text !== '' ? text.at(-1) : this.#element();
    }
    this.#at = after;
    return end > begin ? text : first;
  }

  #times([symbol, least, most]) {
    if (symbol === '?') return this.random.below(2);
    if (least !== undefined) return Number(least) + this.random.below(Number(most || least) - Number(least) + 1);
    return (symbol === '+' ? 1 : 0) + this.random.below(this.random.pick([2, 8, this.budget]));
  }

  #element() {
    const [token] = this.#take(TOKEN);
    if (!token.startsWith('(')) return this.#character(token);
    const text = this.alternatives();
    this.#at++;
    return text;
  }

  #character(token) {
    if (token.length === 1 && token !== '.') return token;
    const expression = new RegExp(`^${token}$`);
    const fitting = CANDIDATES.filter((character) => expression.test(character));
    return encodeURI((fitting.length > 0 ? this.random.pick(fitting) : token.slice(1)).toWellFormed());
  }

  #take(expression) {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.source);
    if (match) this.#at = expression.lastIndex;
    return match;
  }
}
