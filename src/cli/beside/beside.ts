import { COLLECTIONS, generalQuestions, itemQuestions, type Question } from './questions.js';
import { compareAnswers, type Difference } from './compare.js';
import { knownReason } from './known-differences.js';
import { type RestSite } from './rest-site.js';

const AT_ONCE = 4;
const LARGEST_PAGE = 100;

export interface Asked {
  route: string;
  path: string;
  query: string;
  differences: Difference[];
  /** Those that are no fault, with the reason. */
  known: (Difference & { reason: string })[];
}

export interface BesideOptions {
  /** How many items of each kind are asked for. */
  sample: number;
  signedIn: boolean;
  /** After each question. */
  onProgress?: (done: number, all: number) => void;
}

/** Asks two sites the same and says where their answers differ. */
export async function compareSites(
  ours: RestSite,
  theirs: RestSite,
  { sample, signedIn, onProgress }: BesideOptions,
): Promise<Asked[]> {
  const questions = [
    ...generalQuestions(Math.min(sample, LARGEST_PAGE), signedIn),
    ...(await questionsAboutItems(theirs, sample, signedIn)),
  ];
  const asked: Asked[] = new Array<Asked>(questions.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < questions.length) {
      const number = next++;
      asked[number] = await askBoth(ours, theirs, questions[number]!);
      onProgress?.(++done, questions.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return asked;
}

async function questionsAboutItems(theirs: RestSite, sample: number, signedIn: boolean): Promise<Question[]> {
  const questions: Question[] = [];
  for (const name of COLLECTIONS) {
    const items: Record<string, unknown>[] = [];
    for (let page = 1; items.length < sample; page++) {
      const { status, body } = await theirs.ask({
        path: `/wp/v2/${name}`,
        query: `per_page=${Math.min(sample, LARGEST_PAGE)}&page=${page}`,
      });
      if (status !== 200 || !Array.isArray(body) || body.length === 0) break;
      items.push(...(body as Record<string, unknown>[]));
    }
    questions.push(...itemQuestions(name, items.slice(0, sample), signedIn));
  }
  return questions;
}

/** A difference counts when it is there twice: between two questions the site may have changed. */
async function askBoth(ours: RestSite, theirs: RestSite, question: Question): Promise<Asked> {
  const { route, path, query, view } = question;
  for (let attempt = 1; ; attempt++) {
    const [our, their] = await Promise.all([ours.ask(question), theirs.ask(question)]);
    const found = compareAnswers(our, their, view);
    const known = found.flatMap((difference) => {
      const reason = knownReason(route, difference);
      return reason === undefined ? [] : [{ ...difference, reason }];
    });
    const differences = found.filter((difference) => knownReason(route, difference) === undefined);
    if (differences.length === 0 || attempt === 2) return { route, path, query, differences, known };
  }
}
