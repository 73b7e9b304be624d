import { type QuizChallenge } from '../checks/quiz.service.js';

/** What a form is shown with. Everything personal may be left out: then the HTML is the same for everybody. */
export interface FormView {
  readonly id: number;
  readonly locale: string;
  readonly template: string;
  /** Tells this form from others on the page, in ids and in answers. */
  readonly unitTag: string;
  /** The page that holds it; 0 where there is none. */
  readonly page: number;
  readonly addresses: FormAddresses;
  /** What the page's author says about the form element. */
  readonly attributes?: Readonly<Partial<Record<'id' | 'name' | 'title' | 'class', string>>>;
  /** First values of fields that ask for them, by where they come from. */
  readonly defaults?: Readonly<Partial<Record<'get' | 'shortcode_attr', (name: string) => string | undefined>>>;
  /** For this one visitor and not to be kept. */
  readonly fresh?: FreshParts;
  /** The outcome of sending it. */
  readonly result?: FormResult;
}

export interface FormAddresses {
  /** Takes the form where no script runs. */
  readonly action: string;
  /** Routes of the interface, for the script. */
  readonly feedback: string;
  readonly refill: string;
}

export interface FreshParts {
  readonly token: string;
  readonly quiz: Readonly<Record<string, QuizChallenge>>;
  readonly captcha: Readonly<Record<string, string>>;
  /** The site's wall clock, as if it were UTC. */
  readonly today: Date;
}

export interface FormResult {
  /** As a class name, such as `invalid` or `sent`. */
  readonly state: string;
  readonly message: string;
  /** By field name. */
  readonly errors: ReadonlyMap<string, string>;
  /** What was typed or chosen; not shown again once it was sent. */
  readonly typed?: (name: string) => readonly string[];
}
