import { Inject, Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { AccessEvents } from '../../access/index.js';
import { type Client, type SignedIn, SignInService } from '../../access/authentication/index.js';
import {
  AWAITS_SIGN_IN,
  Database,
  OptionsStore,
  redeemSetupToken,
  rewriteSample,
  type Transaction,
} from '../../database/index.js';
import { nicenameFrom, UsersStore } from '../../modules/users/index.js';
import { IMAGE_FORMAT, WIDE_IMAGES } from '../../rendering/index.js';
import { invalidParams, RestError } from '../../rest/errors/index.js';
import { cleanTextField, cleanUsername, escapeHtml, isEmail } from '../../text/index.js';
import { MetaWriter } from '../../modules/meta/index.js';
import { Option, User } from '../../database/entities/index.js';
import { hashPassword } from '../../text/passwords/index.js';
import {
  CONFIG,
  type Config,
  isKindFixed,
  RestartService,
  servesKind,
  storeSiteKind,
} from '../../platform/config/index.js';
import { storeSiteLanguage } from '../../site/index.js';
import { toText } from '../../text/php/index.js';
import { type SetupDto } from './console.dto.js';

const invalidLink = () =>
  new RestError(
    'rest_setup_link_invalid',
    'This set-up link has been used or has expired. Start the service again to get a new one.',
    403,
  );

/** The first run: turns the generated account into the owner's, for the holder of the set-up link. */
@Injectable()
export class SetupService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly users: UsersStore,
    private readonly signIns: SignInService,
    private readonly events: AccessEvents,
    private readonly restarts: RestartService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether the owner chooses how the site is written: not if the environment says so, or another program starts the service. */
  get offersKinds(): boolean {
    return !isKindFixed(this.config) && this.restarts.isPossible;
  }

  /** Whether the service does not serve yet what the owner chose. */
  needsRestart({ kind }: SetupDto): boolean {
    return kind !== undefined && this.offersKinds && !servesKind(kind, this.config);
  }

  /** Available until an administrator has signed in. */
  async isRequired(): Promise<boolean> {
    return (await this.options.get(AWAITS_SIGN_IN)) !== undefined;
  }

  async complete(setup: SetupDto, client: Client): Promise<SignedIn> {
    check(setup);
    const { token, login, email } = setup;
    const passwordHash = await hashPassword(setup.password, client.address);
    const id = await this.database.transaction(async (tx) => {
      if (!(await redeemSetupToken(this.options, tx, token))) throw invalidLink();
      const account = toText(await this.options.getForUpdate(tx, AWAITS_SIGN_IN));
      const id = await this.users.idBy('login', account, tx);
      if (id === undefined) throw invalidLink();
      const nicename = nicenameFrom('', login, { slashBecomesDash: true });
      const others = [{ login }, { email }, { nicename }].map((name) => ({ id: Not(id), ...name }));
      const taken = await tx.manager.existsBy(User, others);
      if (taken)
        throw new RestError('existing_user_login', 'Another account uses this username or email address.', 400);
      await tx.update(User, { id }, { login, email, nicename, displayName: login, passwordHash });
      await new MetaWriter(tx, 'user').set(id, 'nickname', login);
      await tx.update(Option, { name: 'blogname' }, { value: escapeHtml(cleanTextField(setup.title)) });
      await tx.update(Option, { name: 'admin_email' }, { value: email });
      const kind = this.offersKinds ? setup.kind : undefined;
      if (kind !== undefined) await storeSiteKind(this.options, tx, kind);
      await this.storeRegion(tx, setup);
      await rewriteSample(tx, { locale: setup.language ?? '', isBlocks: kind === 'blocks' });
      // A new site has images in a format of today, also for wide screens.
      await this.options.set(tx, IMAGE_FORMAT, 'webp');
      await this.options.set(tx, WIDE_IMAGES, 1);
      await this.options.delete(tx, AWAITS_SIGN_IN);
      const by = { id, login, address: client.address };
      await this.events.emit(tx, { event: 'setup.completed', account: id, login, by });
      return id;
    });
    return this.signIns.signInAs(id, client);
  }

  private async storeRegion(tx: Transaction, { language, timezone = '' }: SetupDto): Promise<void> {
    if (language !== undefined) await storeSiteLanguage(this.options, tx, language);
    if (Intl.supportedValuesOf('timeZone').includes(timezone)) await this.options.set(tx, 'timezone_string', timezone);
  }
}

function check({ title, login, email }: SetupDto): void {
  if (cleanTextField(title) === '') throw invalidParams({ title: 'The title cannot be empty.' });
  if (cleanUsername(login, { strict: true }) !== login)
    throw invalidParams({ login: 'The user name contains invalid characters.' });
  if (!isEmail(email, { minLength: 6 })) throw invalidParams({ email: 'This is not a valid e-mail address.' });
}
