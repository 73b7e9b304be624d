import { Arg } from '../../rest/args/arg.decorator.js';

/** The REST API declares no arguments for the toolset and refuses none; a proof covers the message as sent. */
const UNLISTED = { unlisted: true, unchecked: true, maxLength: Infinity, maxItems: Infinity } as const;
/** Most messages are forms; JSON bodies are ignored. */
const IN_FORM = { ...UNLISTED, from: 'form' } as const;
const IN_BODY = { ...UNLISTED, from: 'body' } as const;

export class ToggleCrawlerDto {
  @Arg(IN_FORM)
  crawler_id?: unknown;
}

/** A message with a proof of its sender. */
export class ProofDto {
  @Arg(IN_FORM)
  hash?: unknown;
}

export class SaveKeyDto extends ProofDto {
  @Arg(IN_FORM)
  domain_key?: unknown;

  @Arg(IN_FORM)
  is_linked?: unknown;

  @Arg(IN_FORM)
  main_domain?: unknown;
}

export class CdnStatusDto extends ProofDto {
  @Arg(IN_FORM)
  success?: unknown;

  @Arg(IN_FORM)
  result?: unknown;
}

export class ErrorDomainDto extends ProofDto {
  @Arg(IN_FORM)
  main_domain?: unknown;

  @Arg(IN_FORM)
  alias?: unknown;
}

export class CheckImageDto extends ProofDto {
  @Arg(IN_FORM)
  data?: unknown;
}

/** Results of a worker, as a form or as JSON. */
export class NotifyDto {
  @Arg(IN_BODY)
  data?: unknown;

  @Arg(IN_BODY)
  status?: unknown;
}
