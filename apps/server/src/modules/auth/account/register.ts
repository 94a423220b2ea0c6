import {
  authSettings,
  type Channel,
  canonicalNewAccount,
  checkCountry,
  checkPassword,
  invitationOf,
  isInvitation,
  nicknameOf,
} from '@app/domain/auth';
import { killSwitch, referenceSettings } from '@app/domain/reference';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { takeCode } from '../code/code.store.ts';
import { countAttempt } from '../code/count-attempt.ts';
import { tryCode } from '../code/try-code.ts';
import { makeInviteCode } from '../secrets.ts';
import { findByInviteCode, insertUser, keepLanguage, type NewUser } from './user.store.ts';

type Command = {
  readonly account: string;
  readonly channel: Channel;
  readonly areaCode?: string | undefined;
  readonly code: string;
  readonly password: string;
  readonly again: string;
  readonly hasAgreed: boolean;
  readonly inviteCode: string | undefined;
  readonly country: string;
  readonly ip: string;
  /** Of the call; mails use it until the user chooses another. */
  readonly lang?: string | undefined;
};

/** Opens an account. A caller with the code owns the address, so only its owner can see that it is taken. */
export async function register(deps: AuthDeps, command: Command): Promise<{ user_id: bigint }> {
  const isOpen = await deps.settings.read(killSwitch('sign_ups'));
  if (!isOpen.value) return refuseWith('maintenance');
  const { account, password } = await checkCommand(deps, command);
  await countAttempt(deps, { action: 'register', account, ip: command.ip }, authSettings.registrationLimits);
  const invitedBy = await findInviter(deps, command.inviteCode);
  const codeId = await tryCode(deps, { account, purpose: 'register', code: command.code }, 'visitor');
  const passwordHash = await deps.passwords.hash(password);
  const { value: riskTextVersion } = await deps.settings.read(authSettings.riskTextVersion);
  const { value: termsVersion } = await deps.settings.read(authSettings.termsVersion);
  const { channel, country } = command;
  const inviteCode = makeInviteCode();
  const named = { id: deps.nextId(), inviteCode, nickname: nicknameOf(inviteCode) };
  return await openAccount(deps, codeId, {
    ...named,
    channel,
    account,
    passwordHash,
    invitedBy,
    country,
    riskTextVersion,
    termsVersion,
    lang: command.lang,
  });
}

async function checkCommand({ settings }: AuthDeps, command: Command) {
  const { channel, password, again, hasAgreed, country } = command;
  const named = canonicalNewAccount(command.account, channel, command.areaCode);
  const account = named.ok ? named.value : refuseWith('account_malformed');
  const { value: lengthMin } = await settings.read(authSettings.passwordLength);
  const { value: closed } = await settings.read(referenceSettings.closedCountries);
  if (!hasAgreed) return refuseWith('risk_not_acknowledged');
  accept(checkCountry(country, closed));
  return { account, password: accept(checkPassword({ password, again, account }, lengthMin)) };
}

/**
 * Finds the inviter. Refuses a mistyped invitation before the code is tried: silently dropped, the inviter would lose
 * an invitee.
 */
async function findInviter({ transact }: AuthDeps, text: string | undefined): Promise<bigint | undefined> {
  const inviteCode = invitationOf(text);
  if (inviteCode === undefined) return undefined;
  if (!isInvitation(inviteCode)) return refuseWith('invite_code_unknown');
  return (await transact((tx) => findByInviteCode(tx, inviteCode))) ?? refuseWith('invite_code_unknown');
}

type Opened = NewUser & Pick<Command, 'lang'>;

async function openAccount({ transact }: AuthDeps, codeId: bigint, user: Opened): Promise<{ user_id: bigint }> {
  return await transact(async (tx) => {
    if (!(await takeCode(tx, codeId))) return refuseWith('code_expired');
    if (!(await insertUser(tx, user))) return refuseWith('registration_failed');
    await keepLanguage(tx, user.id, user.lang);
    return { user_id: user.id };
  });
}
