import { Inject, Injectable } from '@nestjs/common';
import { AccessEvents, type Principal, UNRECORDED, UserMetaStore } from '../../access/index.js';
import { Database } from '../../database/index.js';
import { isSameName } from '../../text/index.js';
import { UserMeta } from '../../database/entities/index.js';
import { PhpArray, toInteger, toText } from '../../text/php/index.js';
import { PROVIDER_SETTINGS, type ProviderSettings } from './provider-urls.js';

/** The user meta key that links an account to a user of the provider. */
const SUBJECT_KEY = 'nestpress_oidc_subject';
/** The user of the provider that an account is about to be linked to. */
const PROPOSAL_KEY = 'nestpress_oidc_proposal';
/** Time to confirm a proposed link. */
const PROPOSAL_SECONDS = 600;

/** A user of the provider. */
export interface ProviderUser {
  /** Issuer and `sub`: what identifies the user, unlike a name or an e-mail address. */
  readonly subject: string;
  /** How the provider calls the user. */
  readonly name: string;
}

/** How a user of the provider came to an account. */
export type LinkReason = 'email' | 'created' | 'confirmed';

/** The links between accounts and users of the provider. An account has at most one. */
@Injectable()
export class OidcLinksService {
  constructor(
    @Inject(PROVIDER_SETTINGS) private readonly settings: ProviderSettings,
    private readonly database: Database,
    private readonly meta: UserMetaStore,
    private readonly events: AccessEvents,
  ) {}

  /** The IDs of the accounts that are linked to exactly this user. */
  async findAccounts(subject: string): Promise<number[]> {
    const rows = await this.database.manager.findBy(UserMeta, { key: SUBJECT_KEY, value: subject });
    const exact = rows.filter(({ key, value }) => key === SUBJECT_KEY && isSameName(value ?? '', subject));
    return [...new Set(exact.map(({ owner }) => Number(owner)))];
  }

  async isLinked(account: number): Promise<boolean> {
    return (await this.meta.read(account, SUBJECT_KEY)) !== undefined;
  }

  /** False if the account is linked to another user: it belongs to one, even if another one gets its e-mail address. */
  async link(account: number, { subject, name }: ProviderUser, reason: LinkReason, by: Principal): Promise<boolean> {
    let isOthers = false;
    await this.meta.change(
      account,
      SUBJECT_KEY,
      (stored) => {
        isOthers = stored !== undefined && !isSameName(toText(stored), subject);
        return stored === undefined ? subject : undefined;
      },
      (tx) =>
        this.events.emit(tx, {
          event: 'identity.linked',
          account,
          by,
          details: { provider: this.settings.name, subject, name, reason },
        }),
    );
    return !isOthers;
  }

  /** False if the account is not linked. */
  async unlink(account: number, by: Principal): Promise<boolean> {
    const subject = toText((await this.meta.read(account, SUBJECT_KEY)) ?? '');
    const details = { provider: this.settings.name, subject };
    return this.meta.delete(account, SUBJECT_KEY, (tx) =>
      this.events.emit(tx, { event: 'identity.unlinked', account, by, details }),
    );
  }

  /** Offers a link to the owner of the account, who is signed in to it and at the provider. */
  async propose(account: number, { subject, name }: ProviderUser): Promise<void> {
    const proposal = PhpArray.map(Object.entries({ subject, name, expires: nowSeconds() + PROPOSAL_SECONDS }));
    await this.meta.change(account, PROPOSAL_KEY, () => proposal, UNRECORDED);
  }

  async proposal(account: number): Promise<ProviderUser | undefined> {
    const stored = await this.meta.read(account, PROPOSAL_KEY);
    if (!(stored instanceof PhpArray) || toInteger(stored.get('expires')) < nowSeconds()) return undefined;
    return { subject: toText(stored.get('subject')), name: toText(stored.get('name')) };
  }

  async deleteProposal(account: number): Promise<void> {
    await this.meta.delete(account, PROPOSAL_KEY, UNRECORDED);
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
